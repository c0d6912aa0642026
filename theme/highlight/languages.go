package highlight

import (
	"maps"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// scanned are the languages that the scanner reads, by the name of chroma's
// lexer for them: chroma's registry still knows which file is written in what.
func scanned() map[string]*language {
	script := withWords(cLike(),
		"async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield",
		"true false null undefined NaN Infinity", "")
	script.quotes = []quote{{open: `"`, close: `"`}, {open: "'", close: "'"}, {open: "`", close: "`", long: true}}
	script.more, script.at = "$", true
	typed := withWords(script,
		"abstract as asserts declare enum implements interface is keyof namespace private protected public readonly satisfies type infer override",
		"", "any bigint boolean never number object string symbol unknown Promise Record Partial Array Map Set")
	tags := &language{
		tags: true, blocks: [][2]string{{"<!--", "-->"}}, more: "-:.@", keys: "=",
		quotes: []quote{{open: `"`, close: `"`, raw: true, long: true}, {open: "'", close: "'", raw: true, long: true}},
	}
	all := map[string]*language{
		"Go":         goLanguage(),
		"Python":     python(),
		"JavaScript": script, "react": script,
		"TypeScript": typed,
		"Java": withWords(annotated(cLike()),
			"abstract assert break case catch class continue default do else enum extends final finally for if implements import instanceof interface native new package private protected public record return sealed static super switch synchronized this throw throws transient try var volatile while yield permits",
			"true false null", "boolean byte char double float int long short void String Object Integer List Map Set"),
		"Kotlin": withWords(annotated(cLike()),
			"abstract as break by catch class companion const constructor continue data do else enum finally for fun get if import in init inline interface internal is lateinit object open operator out override package private protected public return sealed set suspend super this throw try typealias val var when where while",
			"true false null", "Any Boolean Byte Char Double Float Int Long Short String Unit List Map Set"),
		"Swift": withWords(annotated(cLike()),
			"actor as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough fileprivate for func guard if import in init inout internal is lazy let mutating open operator override private protocol public repeat return self Self static struct subscript super switch throw throws try typealias var weak where while",
			"true false nil", "Any Bool Character Double Float Int String Array Dictionary Set Void"),
		"C": withWords(cLike(), cWords, "true false NULL", cTypes),
		"C++": withWords(cLike(),
			cWords+" alignas and bitand bitor catch class co_await co_return co_yield concept const_cast constexpr consteval decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept not operator or override private protected public reinterpret_cast requires static_assert static_cast template this throw try typeid typename using virtual",
			"true false nullptr NULL", cTypes+" auto string vector map set"),
		"C#": withWords(cLike(),
			"abstract as async await base break case catch checked class const continue default delegate do else enum event explicit extern finally fixed for foreach get goto if implicit in init interface internal is lock namespace new operator out override params partial private protected public readonly record ref required return sealed set sizeof static struct switch this throw try typeof unchecked unsafe using var virtual when where while yield",
			"true false null", "bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort void Task List"),
		"Rust": rust(),
		"Bash": shell(),
		"HTML": tags, "XML": tags, "vue": tags,
		"Diff": {lines: true},
		"SQL":  sql(), "MySQL": sql(), // which chroma takes files named *.sql for
		"Ruby": withWords(hashed(),
			"alias and begin break case class def defined do else elsif end ensure extend for if in include module next not or private protected public raise redo require require_relative rescue retry return self super then undef unless until when while yield attr_accessor attr_reader lambda proc",
			"true false nil", ""),
		"Docker": {comments: []string{"#"}, spaced: true, quotes: []quote{{open: `"`, close: `"`}},
			words: words("FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS",
				"", ""), dollar: true, more: "-."},
		"Elixir": elixir(),
		"Scala": withWords(annotated(cLike()),
			"abstract case catch class def do else enum export extends extension final finally for forSome given if implicit import inline lazy match new object opaque override package private protected return sealed super then this throw trait transparent try type using val var while with yield",
			"true false null", "Any AnyRef AnyVal Boolean Byte Char Double Float Int Long Short String Unit List Map Option Seq Set Vector"),
		"Dart": dart(),
		"Groovy": withWords(annotated(tripledC()),
			"abstract as assert break case catch class continue def default do else enum extends final finally for if implements import in instanceof interface new package private protected public return static super switch synchronized this throw throws trait try var void while",
			"true false null", "boolean byte char double float int long short Boolean Integer Long Object String List Map Set"),
		"HCL": hcl(), "Terraform": hcl(),
		"Makefile": {comments: []string{"#"}, spaced: true, dollar: true, more: "-.", keys: ":=",
			words: words("ifeq ifneq ifdef ifndef else endif include define endef export", "", "")},
	}
	maps.Copy(all, notations())
	return all
}

// notations are the languages in which data and styles are written.
func notations() map[string]*language {
	return map[string]*language{
		"JSON": {quotes: []quote{{open: `"`, close: `"`}}, words: words("", "true false null", ""),
			keys: ":", comments: []string{"//"}},
		"YAML": {comments: []string{"#"}, spaced: true,
			quotes: []quote{{open: `"`, close: `"`}, {open: "'", close: "'", raw: true, char: true}},
			words:  words("", "true false null yes no on off", ""), more: "-./", keys: ":"},
		"TOML": {comments: []string{"#"}, spaced: true, quotes: tripled(), words: words("", "true false", ""), more: "-", keys: "="},
		"CSS": {blocks: [][2]string{{"/*", "*/"}},
			quotes: []quote{{open: `"`, close: `"`}, {open: "'", close: "'"}}, more: "-", keys: ":",
			calls: true, at: true},
		"SCSS": {comments: []string{"//"}, blocks: [][2]string{{"/*", "*/"}},
			quotes: []quote{{open: `"`, close: `"`}, {open: "'", close: "'"}}, more: "-", keys: ":",
			calls: true, at: true, dollar: true},
		"INI": {comments: []string{"#", ";"}, spaced: true, quotes: []quote{{open: `"`, close: `"`}}, more: "-.", keys: "="},
		"Protocol Buffer": withWords(cLike(),
			"enum extend extensions group import map max message oneof option optional package public repeated required reserved returns rpc service stream syntax to weak",
			"true false",
			"bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64"),
		"GraphQL": {comments: []string{"#"}, quotes: tripled(), keys: ":", at: true, dollar: true,
			words: words("directive enum extend fragment implements input interface mutation on query repeatable scalar schema subscription type union",
				"true false null", "Boolean Float ID Int String")},
	}
}

const (
	cWords = "break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while"
	cTypes = "void bool char short int long float double signed unsigned size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t FILE"
)

// words makes a table of known words from lists parted by spaces.
func words(keywords, constants, types string) map[string]chroma.TokenType {
	m := map[string]chroma.TokenType{}
	for list, t := range map[string]chroma.TokenType{keywords: chroma.Keyword,
		constants: chroma.KeywordConstant, types: chroma.KeywordType} {
		for w := range strings.FieldsSeq(list) {
			m[w] = t
		}
	}
	return m
}

// withWords is a copy of a language that knows more words.
func withWords(l *language, keywords, constants, types string) *language {
	c := *l
	c.words = words(keywords, constants, types)
	for w, t := range l.words {
		if _, ok := c.words[w]; !ok {
			c.words[w] = t
		}
	}
	return &c
}

func cLike() *language {
	return &language{
		comments: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, calls: true,
		quotes: []quote{{open: `"`, close: `"`}, {open: "'", close: "'", char: true}},
	}
}

func annotated(l *language) *language {
	l.at = true
	l.quotes = append([]quote{{open: `"""`, close: `"""`, long: true}}, l.quotes...)
	return l
}

func goLanguage() *language {
	l := withWords(cLike(),
		"break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
		"true false nil iota",
		"any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr")
	l.quotes = append(l.quotes, quote{open: "`", close: "`", raw: true, long: true})
	return l
}

func rust() *language {
	l := withWords(cLike(),
		"as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait type unsafe use where while",
		"true false None Some Ok Err",
		"bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize String Vec Option Result Box Rc Arc HashMap")
	l.quotes = []quote{{open: `r#"`, close: `"#`, raw: true, long: true}, {open: `"`, close: `"`, long: true},
		{open: "'", close: "'", char: true}}
	return l
}

// tripled are the strings of Python and TOML.
func tripled() []quote {
	return []quote{{open: `"""`, close: `"""`, long: true}, {open: "'''", close: "'''", long: true},
		{open: `"`, close: `"`}, {open: "'", close: "'"}}
}

func hashed() *language {
	return &language{comments: []string{"#"}, quotes: tripled(), calls: true}
}

func python() *language {
	l := withWords(hashed(),
		"and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
		"True False None self cls",
		"bool bytes dict float frozenset int list object set str tuple type")
	l.at = true
	return l
}

func shell() *language {
	return &language{
		comments: []string{"#"}, spaced: true, dollar: true, more: "-",
		quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", raw: true, long: true}},
		words: words("case do done elif else esac fi for function if in select then until while return exit export local readonly set unset source trap shift",
			"true false", "cd echo printf read test eval exec"),
	}
}

func sql() *language {
	return &language{
		comments: []string{"--"}, blocks: [][2]string{{"/*", "*/"}}, caseless: true, calls: true,
		quotes: []quote{{open: "'", close: "'", raw: true, long: true}, {open: `"`, close: `"`, raw: true},
			{open: "`", close: "`", raw: true}},
		words: words("add all alter and as asc begin between by cascade case check column commit conflict constraint create cross database default delete desc distinct do drop else end except exists explain foreign from full group having if in index inner insert intersect into is join key left like limit natural not nothing offset on or order outer over partition primary references returning right rollback row select set table then to transaction trigger union unique update using values view when where with",
			"true false null", "bigint blob boolean char date datetime decimal double float int integer json jsonb numeric real serial smallint text time timestamp timestamptz uuid varchar"),
	}
}

func elixir() *language {
	l := withWords(hashed(),
		"after alias and case catch cond def defdelegate defexception defguard defguardp defimpl defmacro defmacrop defmodule defoverridable defp defprotocol defstruct do else end fn for if import in not or quote raise receive require rescue reraise super throw try unless unquote unquote_splicing use when with",
		"true false nil", "")
	l.at, l.more = true, "?!"
	return l
}

// tripledC is what is like C but for its strings, which are those of Python.
func tripledC() *language {
	l := cLike()
	l.quotes = tripled()
	return l
}

func dart() *language {
	l := withWords(tripledC(),
		"abstract as assert async await base break case catch class const continue covariant default deferred do else enum export extends extension external factory final finally for get hide if implements import in interface is late library mixin new on operator part required rethrow return sealed set show static super switch sync this throw try typedef var when while with yield",
		"true false null",
		"bool double dynamic int num void Function Future Iterable List Map Never Object Set Stream String")
	l.at = true
	return l
}

func hcl() *language {
	return &language{
		comments: []string{"#", "//"}, blocks: [][2]string{{"/*", "*/"}}, more: "-", keys: "=", calls: true,
		quotes: []quote{{open: `"`, close: `"`}},
		words: words("check data dynamic ephemeral for import in locals module moved output provider removed resource terraform variable",
			"true false null", "any bool list map number object set string tuple"),
	}
}
