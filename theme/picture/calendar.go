package picture

import (
	"fmt"
	"time"

	"steno/theme/words"
)

// Day is the activity of one UTC day.
type Day struct {
	Date     time.Time // midnight UTC
	Sessions int
	Prompts  int
	Href     string // of its first session in the list of all, "" for none
}

// year is one grid of days, Monday on top.
type year struct {
	Label             string // "2026"
	Text              string // what the picture shows, in words
	Width             int
	Sessions, Prompts int
	Months            []calendarMonth // names over the grid
	Days              []calendarDay
	Table             []monthRow
}

type calendarMonth struct {
	Name string
	X    int
}

type calendarDay struct {
	X, Y, Level int
	Title       string
	Href        string // of the day's first session, "" for none
}

type monthRow struct {
	Name              string
	Sessions, Prompts int
}

const (
	dayStep = 13 // pixels from one day to the next
	topLine = 15 // where the grid begins, below the names of months
)

// Calendar draws one grid for each year that has sessions, newest first, at most
// the last ten: what is older is in the tables of the projects.
func Calendar(days []Day) []*year {
	var years []*year
	for i := len(days); i > 0 && len(years) < 10; {
		last := i
		for i > 0 && days[i-1].Date.Year() == days[last-1].Date.Year() {
			i--
		}
		years = append(years, newYear(days[i:last]))
	}
	return years
}

// newYear draws the months from the first to the last day with a session.
func newYear(days []Day) *year {
	first, last := days[0].Date.UTC(), days[len(days)-1].Date.UTC()
	y := &year{Label: fmt.Sprint(first.Year())}
	byDay, most := map[time.Time]Day{}, 0
	for _, d := range days {
		byDay[d.Date.UTC()] = d
		most = max(most, d.Prompts)
		y.Sessions += d.Sessions
		y.Prompts += d.Prompts
	}
	date := time.Date(first.Year(), first.Month(), 1, 0, 0, 0, 0, time.UTC)
	end := time.Date(last.Year(), last.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	column, busy := 0, 0
	for ; date.Before(end); date = date.AddDate(0, 0, 1) {
		row := (int(date.Weekday()) + 6) % 7
		if row == 0 && len(y.Days) > 0 {
			column++
		}
		if date.Day() == 1 {
			y.Months = append(y.Months, calendarMonth{Name: date.Format("Jan"), X: column * dayStep})
			y.Table = append(y.Table, monthRow{Name: date.Format("January")})
		}
		d := byDay[date]
		month := &y.Table[len(y.Table)-1]
		month.Sessions += d.Sessions
		month.Prompts += d.Prompts
		if d.Sessions > 0 {
			busy++
		}
		y.Days = append(y.Days, calendarDay{
			X: column * dayStep, Y: topLine + row*dayStep, Level: level(d, most), Title: dayTitle(date, d), Href: d.Href,
		})
	}
	y.Width = (column+1)*dayStep + 12
	y.Text = fmt.Sprintf("%s: sessions on %s, at most %s on one", y.Label, words.Plural(busy, "day"), words.Plural(most, "prompt"))
	return y
}

// level is the depth of a day's colour, 0 to 4.
func level(d Day, most int) int {
	if d.Sessions == 0 && d.Prompts == 0 {
		return 0
	}
	if most == 0 {
		return 1
	}
	return min(4, 1+d.Prompts*4/(most+1))
}

func dayTitle(date time.Time, d Day) string {
	if d.Sessions == 0 {
		return words.Day(date) + ": none"
	}
	return fmt.Sprintf("%s: %s in %s", words.Day(date), words.Plural(d.Prompts, "prompt"), words.Plural(d.Sessions, "session"))
}
