import type { Mark as ProseMark, Node, Schema } from 'prosemirror-model'
import {
  ALIGNMENTS,
  type Inline,
  type Mark,
  type Paragraph,
  type TextPart,
} from '../../../../models/domain/design/design.js'
import { lineSchema, textSchema } from './schema.js'

/** Paragraphs and lists as a document of the writing surface. */
export function toDocument(parts: readonly TextPart[]): Node {
  const nodes = parts.filter((part) => part.type === 'paragraph' || part.items.length > 0).map(toNode)
  return textSchema.node('doc', null, nodes.length > 0 ? nodes : [textSchema.node('paragraph')])
}

/** One line as a document of the writing surface. */
export function toLine(content: readonly Inline[]): Node {
  return lineSchema.node('doc', null, [lineSchema.node('paragraph', null, toInlines(lineSchema, content))])
}

/** The paragraphs and lists of a document of either schema. */
export function fromDocument(doc: Node): TextPart[] {
  return doc.children.map((node) => {
    if (node.type.name === 'paragraph') return fromParagraph(node)
    return {
      type: 'list',
      ordered: node.type.name === 'ordered_list',
      items: node.children.map((item) => fromInlines(item.firstChild)),
    }
  })
}

function toNode(part: TextPart): Node {
  if (part.type === 'paragraph') {
    return textSchema.node('paragraph', { align: part.align ?? null }, toInlines(textSchema, part.content))
  }
  const items = part.items.map((item) =>
    textSchema.node('list_item', null, [textSchema.node('paragraph', null, toInlines(textSchema, item))]),
  )
  return textSchema.node(part.ordered ? 'ordered_list' : 'bullet_list', null, items)
}

function fromParagraph(node: Node): Paragraph {
  const align = ALIGNMENTS.find((one) => one === node.attrs['align'])
  return { type: 'paragraph', content: fromInlines(node), ...(align ? { align } : {}) }
}

function toInlines(schema: Schema, content: readonly Inline[]): Node[] {
  return content.flatMap((part) => {
    const marks = (part.marks ?? []).map((mark) => toMark(schema, mark))
    if (!('text' in part)) {
      return schema.node('field', { field: part.field, fallback: part.fallback ?? null }, undefined, marks)
    }
    return part.text
      .split('\n')
      .flatMap((line, at) => [
        ...(at === 0 ? [] : [schema.node('hard_break', null, undefined, marks)]),
        ...(line === '' ? [] : [schema.text(line, marks)]),
      ])
  })
}

/** The content of a line; neighbours with the same marks are one run. */
function fromInlines(line: Node | null): Inline[] {
  const found: Inline[] = []
  for (const node of line?.children ?? []) {
    const marks = node.marks.map(fromMark)
    const rest = marks.length > 0 ? { marks } : {}
    if (node.type.name === 'field') {
      const fallback: unknown = node.attrs['fallback']
      found.push({
        field: String(node.attrs['field']),
        ...(typeof fallback === 'string' ? { fallback } : {}),
        ...rest,
      })
      continue
    }
    const text = node.isText ? (node.text ?? '') : '\n'
    const last = found.at(-1)
    if (last && 'text' in last && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) {
      found[found.length - 1] = { ...last, text: last.text + text }
    } else found.push({ text, ...rest })
  }
  return found
}

function toMark(schema: Schema, mark: Mark): ProseMark {
  if (typeof mark === 'string') return schema.mark(mark)
  return 'link' in mark ? schema.mark('link', { href: mark.link }) : schema.mark('color', { color: mark.color })
}

function fromMark({ type, attrs }: ProseMark): Mark {
  if (type.name === 'link') return { link: String(attrs['href']) }
  return type.name === 'color' ? { color: String(attrs['color']) } : (type.name as 'bold' | 'italic' | 'strike')
}
