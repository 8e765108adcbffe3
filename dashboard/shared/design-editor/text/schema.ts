import { Schema, type DOMOutputSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { ALIGNMENTS, type Alignment } from '../../../../models/domain/design/design.js'
import { CHIP_CLASS, LINK_CLASS } from '../../design-view/text-classes.js'

const MARKS: Record<'link' | 'bold' | 'italic' | 'strike' | 'color', MarkSpec> = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (element) => readHref(element.getAttribute('href') ?? '') }],
    toDOM: ({ attrs }): DOMOutputSpec => ['span', { 'data-link': String(attrs['href']), class: LINK_CLASS }, 0],
  },
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // The clipboards of some word processors wrap everything into `<b style="font-weight: normal">`.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: (value) => /^(?:bold|bolder|[6-9]00)$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  strike: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['s', 0],
  },
  color: {
    attrs: { color: { validate: 'string' } },
    // Only content that was copied from here keeps its colours: those of other documents belong to other designs.
    parseDOM: [{ tag: 'span[data-color]', getAttrs: (element) => readColor(element.dataset['color'] ?? '') }],
    toDOM: ({ attrs }) => {
      // A style attribute in markup is against the content security policy; a property of the element is not.
      const dom = document.createElement('span')
      dom.dataset['color'] = String(attrs['color'])
      dom.style.color = String(attrs['color'])
      return dom
    },
  },
}

const INLINE: Record<'text' | 'hard_break' | 'field', NodeSpec> = {
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  field: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { field: { validate: 'string' }, fallback: { default: null, validate: 'string|null' } },
    parseDOM: [
      {
        tag: 'span[data-field]',
        getAttrs: ({ dataset }) => ({ field: dataset['field'] ?? '', fallback: dataset['fallback'] ?? null }),
      },
    ],
    toDOM: ({ attrs: { field, fallback } }) => [
      'span',
      {
        'data-field': String(field),
        ...(typeof fallback === 'string' ? { 'data-fallback': fallback } : {}),
        class: CHIP_CLASS,
      },
      String(field),
    ],
    leafText: ({ attrs }) => `{${String(attrs['field'])}}`,
  },
}

const ALIGN_CLASSES: Record<Alignment, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

const paragraph: NodeSpec = {
  content: 'inline*',
  attrs: { align: { default: null, validate: 'string|null' } },
  parseDOM: [{ tag: 'p', getAttrs: ({ style }) => ({ align: readAlign(style.textAlign) }) }, { tag: 'div' }],
  toDOM: ({ attrs }) => {
    const align = readAlign(String(attrs['align']))
    return ['p', align ? { class: ALIGN_CLASSES[align] } : {}, 0]
  },
}

const LISTS: Record<'bullet_list' | 'ordered_list' | 'list_item', NodeSpec> = {
  bullet_list: {
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', { class: 'list-disc pl-6' }, 0],
  },
  ordered_list: {
    content: 'list_item+',
    parseDOM: [{ tag: 'ol' }],
    toDOM: () => ['ol', { class: 'list-decimal pl-6' }, 0],
  },
  list_item: { content: 'paragraph', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
}

/** Paragraphs and lists, as the text of a text block. */
export const textSchema = new Schema({
  nodes: { doc: { content: '(paragraph | bullet_list | ordered_list)+' }, paragraph, ...LISTS, ...INLINE },
  marks: MARKS,
})

/** One line, as the text of a heading, a quote, a button and the preview text. */
export const lineSchema = new Schema({ nodes: { doc: { content: 'paragraph' }, paragraph, ...INLINE }, marks: MARKS })

const SCHEMES = /^(?:https?:|mailto:|tel:|\{\{)/i

function readHref(href: string): { href: string } | false {
  return SCHEMES.test(href.trim()) && { href: href.trim() }
}

function readColor(color: string): { color: string } | false {
  return /^#[\da-f]{6}$/i.test(color) && { color }
}

function readAlign(text: string): Alignment | null {
  return ALIGNMENTS.find((one) => one === text) ?? null
}
