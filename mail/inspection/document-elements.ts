import { Parser } from 'htmlparser2'
import { isHiddenElement } from '../rendering/read-document.js'
import type { Budget } from '../rendering/threads/budget.js'
import { lineIndex, type Place } from './line-index.js'
import { uploadAddresses } from './upload-addresses.js'

const MAX_LINKS = 1_000
const MAX_IMAGES = 1_000
const MAX_ADDRESS_LENGTH = 2_048
const MAX_SHOWN_LENGTH = 200
const MAX_PREHEADER_LENGTH = 250
const MAX_HIDDEN_LENGTH = 10_000
const LINKS = new Set(['a', 'area'])
const UPLOADS = '/uploads/'
const NEVER_READ = new Set(['title', 'style', 'script', 'noscript', 'template'])

/** An element of a document. */
export interface DocumentElement extends Place {
  /** The beginning of its start tag. */
  element: string
}

/** The links and images of a rendered document, and its preheader. */
export interface DocumentElements {
  /** In the order of the document, up to a thousand. */
  links: (DocumentElement & { href: string })[]
  /** The visible ones in the order of the document, up to a thousand. */
  images: (DocumentElement & { src: string; alt: string | null })[]
  /** The addresses of uploads in attributes, style sheets and comments, up to a thousand. */
  uploads: (DocumentElement & { address: string })[]
  /** The hidden text before the first visible text or image; null without one. */
  preheader: string | null
}

/** Reads the elements of a document. Throws OverBudget. */
export function documentElements(html: string, budget: Budget | null): DocumentElements {
  budget?.admitHtml(html)
  const placeOf = lineIndex(html)
  const reader = new ElementReader((start, end) => ({
    ...placeOf(start),
    element: html.slice(start, Math.min(end + 1, start + MAX_SHOWN_LENGTH)),
  }))
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes, parser),
    onclosetag: () => reader.close(),
    ontext: (text) => reader.read(text, parser),
    oncomment: (text) => reader.note(text, parser),
  })
  parser.end(html)
  const { links, images, uploads, preheader } = reader
  return { links, images, uploads, preheader }
}

class ElementReader {
  readonly links: DocumentElements['links'] = []
  readonly images: DocumentElements['images'] = []
  readonly uploads: DocumentElements['uploads'] = []
  readonly #elementAt: (start: number, end: number) => DocumentElement
  /** The open elements: whether each is hidden, and whether its text is no part of the message. */
  readonly #open: { isHidden: boolean; isSilent: boolean; isStyle: boolean }[] = []
  #hidden = ''
  #isSeen = false

  constructor(elementAt: (start: number, end: number) => DocumentElement) {
    this.#elementAt = elementAt
  }

  get preheader(): string | null {
    return withoutFiller(this.#hidden).slice(0, MAX_PREHEADER_LENGTH) || null
  }

  open(name: string, attributes: Record<string, string>, place: Parser): void {
    const { startIndex, endIndex } = place
    if (!LINKS.has(name)) for (const value of Object.values(attributes)) this.note(value, place)
    const { isHidden: isInHidden = false, isSilent = false } = this.#open.at(-1) ?? {}
    const isHidden = isInHidden || isHiddenElement(name, attributes)
    this.#open.push({ isHidden, isSilent: isSilent || NEVER_READ.has(name), isStyle: name === 'style' })
    const { src = '', alt } = attributes
    const href = addressIn(name, attributes)
    if (LINKS.has(name) && href !== null && this.links.length < MAX_LINKS) {
      this.links.push({ ...this.#elementAt(startIndex, endIndex), href: href.trim().slice(0, MAX_ADDRESS_LENGTH) })
    }
    if (name !== 'img' || isHidden) return
    this.#isSeen = true
    if (this.images.length >= MAX_IMAGES) return
    const address = src.trim().slice(0, MAX_ADDRESS_LENGTH)
    this.images.push({ ...this.#elementAt(startIndex, endIndex), src: address, alt: alt ?? null })
  }

  close(): void {
    this.#open.pop()
  }

  /** Notes the addresses of uploads in a text of the document. */
  note(text: string, { startIndex, endIndex }: Parser): void {
    if (!text.includes(UPLOADS)) return
    for (const address of uploadAddresses(text)) {
      if (this.uploads.length < MAX_IMAGES) this.uploads.push({ ...this.#elementAt(startIndex, endIndex), address })
    }
  }

  read(text: string, place: Parser): void {
    const { isHidden = false, isSilent = false, isStyle = false } = this.#open.at(-1) ?? {}
    if (isStyle) this.note(text, place)
    if (this.#isSeen || isSilent || this.#hidden.length > MAX_HIDDEN_LENGTH) return
    if (isHidden) this.#hidden += text
    else this.#isSeen = withoutFiller(text) !== ''
  }
}

/** The address of a link, empty for a link without one; null for an element that is only the target of links. */
function addressIn(name: string, { href, id, name: anchor }: Record<string, string>): string | null {
  if (href !== undefined) return href
  return name === 'a' && id === undefined && anchor === undefined ? '' : null
}

/** A text without the invisible characters that pad a preheader. */
function withoutFiller(text: string): string {
  return text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
