# docker build -t steno .
# mkdir -p public
# docker run --rm --user "$(id -u):$(id -g)" -v ~/.claude/projects:/sessions:ro -v "$PWD/public:/site" steno build -s /sessions -d /site
#
# The image has one program and the time zones. It runs as nobody in particular, or as --user says.
FROM --platform=$BUILDPLATFORM golang:1.26.8@sha256:6c2a5538f964f1c82f97ad14988bf05de100d922d159d0e398b54c7b0ca0c6c9 AS build
ARG TARGETOS TARGETARCH
# owner/name on GitHub, for the workflows that "steno init" writes
ARG REPOSITORY=""
# such as v1.2.3
ARG VERSION=""
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags "-s -w -buildid= -X $(go list -m)/generator/cli.repository=$REPOSITORY -X $(go list -m)/generator/cli.release=$VERSION" -o /image/steno . && \
    cp "$(go env GOROOT)/lib/time/zoneinfo.zip" /image/ && \
    mkdir -m 1777 /image/tmp /image/site

FROM scratch
COPY --from=build /image/ /
# Any user may write temporary files and the cache.
ENV HOME=/tmp ZONEINFO=/zoneinfo.zip
USER 65532:65532
WORKDIR /site
ENTRYPOINT ["/steno"]
