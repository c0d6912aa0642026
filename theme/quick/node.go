package quick

import (
	"reflect"
	"text/template/parse"
)

// compiled is a template.
type compiled struct {
	body actions
	vars int // how many variables it has, with "$"
}

// action writes something; dot is what the template calls ".".
type action func(r *run, dot reflect.Value)

type actions []action

func (list actions) do(r *run, dot reflect.Value) {
	for _, a := range list {
		a(r, dot)
	}
}

// compiler compiles one template.
type compiler struct {
	set    *Set
	to     *compiled
	scopes []map[string]int // names of variables and their places
}

// template compiles a template once, with those that it calls.
func (s *Set) template(name string) *compiled {
	if t := s.templates[name]; t != nil {
		return t
	}
	source := s.escaped.html.Lookup(name)
	if source == nil || source.Tree == nil {
		leave() // html/template does not hand out its copies of templates for other places than text
	}
	t := &compiled{vars: 1}
	s.templates[name] = t
	c := compiler{set: s, to: t, scopes: []map[string]int{{"$": 0}}}
	t.body = c.list(source.Tree.Root)
	return t
}

// declare makes place for a variable.
func (c *compiler) declare(name string) int {
	at := c.to.vars
	c.to.vars++
	c.scopes[len(c.scopes)-1][name] = at
	return at
}

// variable returns the place of a variable.
func (c *compiler) variable(name string) int {
	for i := len(c.scopes) - 1; i >= 0; i-- {
		if at, ok := c.scopes[i][name]; ok {
			return at
		}
	}
	leave()
	return 0
}

// scoped compiles a part at whose end its variables are forgotten.
func (c *compiler) scoped(part func()) {
	c.scopes = append(c.scopes, map[string]int{})
	part()
	c.scopes = c.scopes[:len(c.scopes)-1]
}

func (c *compiler) list(l *parse.ListNode) (list actions) {
	if l == nil {
		return nil
	}
	for _, n := range l.Nodes {
		if a := c.node(n); a != nil {
			list = append(list, a)
		}
	}
	return list
}

// node compiles a node, nil for one that does nothing. What is not known is left when it is met.
func (c *compiler) node(n parse.Node) (a action) {
	scopes := len(c.scopes)
	defer func() {
		if recover() != nil {
			c.scopes = c.scopes[:scopes]
			a = func(*run, reflect.Value) { leave() }
		}
	}()
	switch n := n.(type) {
	case *parse.TextNode:
		text := n.Text
		return func(r *run, _ reflect.Value) { r.out.Write(text) }
	case *parse.CommentNode:
		return nil
	case *parse.ActionNode:
		return c.action(n.Pipe)
	case *parse.IfNode:
		c.scoped(func() {
			cond, then, other := c.pipe(n.Pipe), c.list(n.List), c.list(n.ElseList)
			a = func(r *run, dot reflect.Value) {
				if truth(cond(r, dot)) {
					then.do(r, dot)
				} else {
					other.do(r, dot)
				}
			}
		})
	case *parse.WithNode:
		c.scoped(func() {
			with, then, other := c.pipe(n.Pipe), c.list(n.List), c.list(n.ElseList)
			a = func(r *run, dot reflect.Value) {
				if v := with(r, dot); truth(v) {
					then.do(r, v)
				} else {
					other.do(r, dot)
				}
			}
		})
	case *parse.RangeNode:
		c.scoped(func() { a = c.loop(n) })
	case *parse.TemplateNode:
		called, with := c.set.template(n.Name), value(nothing)
		if n.Pipe != nil {
			with = c.pipe(n.Pipe)
		}
		return func(r *run, dot reflect.Value) { called.call(r, with(r, dot)) }
	default:
		leave()
	}
	return a
}

// action compiles a value that is written, or assigned to a variable.
func (c *compiler) action(p *parse.PipeNode) action {
	if len(p.Decl) > 0 {
		v := c.pipe(p)
		return func(r *run, dot reflect.Value) { v(r, dot) }
	}
	n := len(p.Cmds)
	for n > 0 && escaperOf(p.Cmds[n-1]) != "" {
		n--
	}
	write := writerOf(p.Cmds[n:])
	v := c.commands(p.Cmds[:n])
	return func(r *run, dot reflect.Value) { write(r.out, v(r, dot)) }
}

// loop compiles a range over a slice.
func (c *compiler) loop(n *parse.RangeNode) action {
	p := *n.Pipe
	p.Decl = nil
	over := c.pipe(&p)
	if n.Pipe.IsAssign {
		leave()
	}
	index, element := -1, -1
	switch d := n.Pipe.Decl; len(d) {
	case 1:
		element = c.declare(d[0].Ident[0])
	case 2:
		index, element = c.declare(d[0].Ident[0]), c.declare(d[1].Ident[0])
	}
	each, none := c.list(n.List), c.list(n.ElseList)
	return func(r *run, dot reflect.Value) {
		v := over(r, dot)
		for (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil() {
			v = v.Elem()
		}
		if v.IsValid() && v.Kind() != reflect.Slice {
			leave()
		}
		if !v.IsValid() || v.Len() == 0 {
			none.do(r, dot)
			return
		}
		for i := range v.Len() {
			e := v.Index(i)
			if index >= 0 {
				r.vars[r.base+index] = reflect.ValueOf(i)
			}
			if element >= 0 {
				r.vars[r.base+element] = e
			}
			each.do(r, e)
		}
	}
}
