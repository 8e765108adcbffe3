import type { syntaxTree } from '@codemirror/language'
import { MOST_VALUES, type MarkedElement } from '../../frame/marked-element.js'

type Tree = ReturnType<typeof syntaxTree>
type SyntaxNode = ReturnType<Tree['resolveInner']>

/** Reads the text between two positions. */
type Slice = (from: number, to: number) => string

const ADDRESSES = { image: { tag: 'img', attribute: 'src' }, link: { tag: 'a', attribute: 'href' } } as const

/**
 * The element at a position of HTML with Liquid that a preview can mark: the innermost one, if it is an image or a link
 * or has an id, or else the link around it. Null where there is none.
 */
export function elementAt(tree: Tree, slice: Slice, at: number): MarkedElement | null {
  const node = htmlAt(tree, at)
  let element = elementOf(node)
  if (!node || !element) return null
  const { id } = attributesOf(element, slice)
  if (id && !/\{[{%]/.test(id)) return { kind: 'id', id }
  if (nameOf(element, slice) === 'img') return among('image', node, element, slice)
  while (element && !isLink(element, slice)) element = elementOf(element.parent)
  return element && among('link', node, element, slice)
}

/** An image or a link with the addresses of all others. */
function among(kind: 'image' | 'link', node: SyntaxNode, element: SyntaxNode, slice: Slice): MarkedElement | null {
  const { tag, attribute } = ADDRESSES[kind]
  const values: string[] = []
  let index = -1
  const page = topOf(node)
  // The positions of this tree begin with the page.
  const sliceOf: Slice = (from, to) => slice(from + page.from, to + page.from)
  page.toTree().iterate({
    enter({ node: one, name }) {
      if (name !== 'Element' || nameOf(one, sliceOf) !== tag) return
      const value = attributesOf(one, sliceOf)[attribute]
      if (kind === 'link' && value === undefined) return
      if (one.from + page.from === element.from) index = values.length
      values.push(value ?? '')
    },
  })
  return index === -1 || index >= MOST_VALUES ? null : { kind, values: values.slice(0, MOST_VALUES), index }
}

/** The node of HTML at a position; in Liquid the one before it. */
function htmlAt({ topNode }: Tree, at: number): SyntaxNode | null {
  // The tree itself begins where it was last asked: within a block of Liquid it would find no HTML then.
  let node = topNode.resolveInner(at, 1)
  let place = at
  while (topOf(node).name !== 'Document') {
    place = Math.min(node.from, place - 1)
    if (place < 0) return null
    node = topNode.resolveInner(place, -1)
  }
  return node
}

/** The document that a node of HTML stands in, or the whole source for a node of Liquid. */
function topOf(node: SyntaxNode): SyntaxNode {
  let top = node
  while (top.name !== 'Document' && top.parent) top = top.parent
  return top
}

function elementOf(node: SyntaxNode | null): SyntaxNode | null {
  let element = node
  while (element && element.name !== 'Element') element = element.name === 'Document' ? null : element.parent
  return element
}

function tagOf(element: SyntaxNode): SyntaxNode | null {
  return element.getChild('OpenTag') ?? element.getChild('SelfClosingTag')
}

function nameOf(element: SyntaxNode, slice: Slice): string {
  const name = tagOf(element)?.getChild('TagName')
  return name ? slice(name.from, name.to).toLowerCase() : ''
}

function isLink(element: SyntaxNode, slice: Slice): boolean {
  return nameOf(element, slice) === 'a' && attributesOf(element, slice)['href'] !== undefined
}

function attributesOf(element: SyntaxNode, slice: Slice): Record<string, string> {
  const attributes = tagOf(element)?.getChildren('Attribute') ?? []
  return Object.fromEntries(
    attributes.map((attribute) => {
      const name = attribute.getChild('AttributeName')
      const value = attribute.getChild('AttributeValue') ?? attribute.getChild('UnquotedAttributeValue')
      const text = value ? slice(value.from, value.to) : ''
      return [name ? slice(name.from, name.to).toLowerCase() : '', text.replace(/^(["'])(.*)\1$/s, '$2')]
    }),
  )
}
