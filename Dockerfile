# docker build -t steno .
# docker run --rm -v ~/.claude/projects:/sessions:ro -v "$PWD/public:/site" steno build -s /sessions -d /site
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -buildid=" -o /steno .

FROM scratch
COPY --from=build /steno /steno
COPY --from=build /usr/share/zoneinfo /usr/share/zoneinfo
# Builds and archives need a place for temporary files.
WORKDIR /tmp
WORKDIR /site
ENTRYPOINT ["/steno"]
