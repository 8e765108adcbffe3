import { DOMParser, type Node as ProseNode } from 'prosemirror-model'
import type { Block, TextPart } from '../../../../models/domain/design/design.js'
import { newBlockId } from '../document/new-block.js'
import { headingOf, inlineOf } from '../document/text-parts.js'
import { fromDocument } from './document-of.js'
import { textSchema } from './schema.js'

/** A part of pasted content: text, or a block of its own. */
export type PastedPart = { text: TextPart[] } | { block: Block }

/** What kinds of content a paste has lost. */
export type Dropped = 'tables' | 'pictures' | 'media' | 'forms'

/** The content of a clipboard, read into parts of a design. */
export interface Pasted {
  parts: PastedPart[]
  dropped: Dropped[]
}

const HEADING = /^H[1-6]$/
const SILENT = new Set(['STYLE', 'SCRIPT', 'META', 'LINK', 'TITLE', 'TEMPLATE', 'HEAD'])
const LOST: Record<string, Dropped> = {
  TABLE: 'tables',
  VIDEO: 'media',
  AUDIO: 'media',
  IFRAME: 'media',
  OBJECT: 'media',
  SVG: 'media',
  CANVAS: 'media',
  FORM: 'forms',
  INPUT: 'forms',
  SELECT: 'forms',
  TEXTAREA: 'forms',
}
// Their content is kept, although they are not.
const OPENED = new Set(['TABLE', 'FORM', 'TBODY', 'THEAD', 'TR', 'TD', 'TH', 'TFOOT'])
// Elements around blocks, which are looked into.
const WRAPPERS = new Set(['DIV', 'SECTION', 'ARTICLE', 'MAIN', 'HEADER', 'FOOTER', 'ASIDE', 'CENTER', 'FIGURE', 'BODY'])

const parser = DOMParser.fromSchema(textSchema)

/** Reads pasted elements: text, lists, headings, quotes, lines and pictures of other servers. The rest is dropped. */
export function readPasted(root: Element): Pasted {
  const parts: PastedPart[] = []
  const dropped = new Set<Dropped>()
  let buffer: Node[] = []
  const flush = (): void => {
    const text = textOf(buffer)
    buffer = []
    if (text.length > 0) parts.push({ text })
  }
  const add = (block: Block | null): void => {
    flush()
    if (block) parts.push({ block })
  }
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (!(child.nodeType === 1)) {
        if (child.nodeType === 3) buffer.push(child)
        continue
      }
      const element = child as HTMLElement
      const name = element.tagName.toUpperCase()
      if (SILENT.has(name)) continue
      const lost = LOST[name]
      if (lost) dropped.add(lost)
      if (lost && !OPENED.has(name)) continue
      if (HEADING.test(name)) add(headingFrom(element, Number(name[1])))
      else if (name === 'IMG') add(imageFrom(element, dropped))
      else if (name === 'HR') add({ id: newBlockId(), type: 'divider' })
      else if (name === 'BLOCKQUOTE') add(quoteFrom(element))
      else if (WRAPPERS.has(name) || OPENED.has(name) || element.querySelector('h1,h2,h3,h4,h5,h6,img,hr,table')) {
        const isOwnLine = name !== 'B' && name !== 'SPAN' && name !== 'A'
        if (isOwnLine) flush()
        walk(element)
        if (isOwnLine) flush()
      } else buffer.push(child)
    }
  }
  walk(root)
  flush()
  return { parts, dropped: [...dropped] }
}

/** Whether anything but text is in pasted content. */
export function hasBlocks({ parts }: Pasted): boolean {
  return parts.some((part) => 'block' in part)
}

function textOf(nodes: readonly Node[]): TextPart[] {
  if (!nodes.some(({ textContent }) => textContent?.trim())) return []
  const wrapper = nodes[0]?.ownerDocument?.createElement('div')
  if (!wrapper) return []
  wrapper.append(...nodes.map((node) => node.cloneNode(true)))
  return partsIn(parser.parse(wrapper))
}

function partsIn(doc: ProseNode): TextPart[] {
  return fromDocument(doc).filter((part) => part.type === 'list' || part.content.length > 0)
}

function headingFrom(element: Element, level: number): Block | null {
  const content = inlineOf(textOf([...element.childNodes]))
  return content.length === 0 ? null : headingOf(content, level === 1 ? 1 : level === 2 ? 2 : 3)
}

function quoteFrom(element: Element): Block | null {
  const content = inlineOf(textOf([...element.childNodes]))
  return content.length === 0 ? null : { id: newBlockId(), type: 'quote', content }
}

function imageFrom(element: Element, dropped: Set<Dropped>): Block | null {
  const src = element.getAttribute('src') ?? ''
  if (/^https:\/\//i.test(src)) {
    return { id: newBlockId(), type: 'image', src, alt: element.getAttribute('alt') ?? '' }
  }
  // A picture inside of the clipboard itself, or one of the other program.
  dropped.add('pictures')
  return null
}
