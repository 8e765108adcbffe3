import { isPlainObject } from '../fields.js'
import { readLink } from './address.js'
import {
  ALIGNMENTS,
  type FieldChip,
  type Inline,
  type Mark,
  type Paragraph,
  type TextList,
  type TextPart,
} from './design.js'
import { withoutUndefined, type Reading } from './reading.js'

const MAX_TEXT_LENGTH = 100_000
const MAX_INLINES = 5_000
const MAX_PARTS = 2_000
const MAX_FIELD_LENGTH = 255
const MAX_FALLBACK_LENGTH = 1_000
const SIMPLE_MARKS = ['bold', 'italic', 'strike'] as const

/** Reads a line of text. */
export function readInlines(reading: Reading, value: unknown, at: string): Inline[] | null {
  return reading.list(value, at, { max: MAX_INLINES, read: (item, path) => readInline(reading, item, path) })
}

function readInline(reading: Reading, value: unknown, at: string): Inline | null {
  const sent = reading.object(value, at)
  if (!sent) return null
  const marks = reading.optional(sent['marks'], `${at}.marks`, (list, path) => readMarks(reading, list, path))
  if (sent['field'] !== undefined) return readChip(reading, sent, { at, marks })
  const text = reading.text(sent['text'], `${at}.text`, { max: MAX_TEXT_LENGTH })
  return text === null ? null : withoutUndefined({ text, marks })
}

function readChip(
  reading: Reading,
  sent: Record<string, unknown>,
  { at, marks }: { at: string; marks: Mark[] | undefined },
): FieldChip | null {
  const field = readFieldName(reading, sent['field'], `${at}.field`)
  const fallback = reading.optional(sent['fallback'], `${at}.fallback`, (text, path) =>
    reading.text(text, path, { max: MAX_FALLBACK_LENGTH }),
  )
  return field === null ? null : withoutUndefined({ field, fallback, marks })
}

/** Reads the name of a field or of a list. */
export function readFieldName(reading: Reading, value: unknown, at: string): string | null {
  const name = reading.text(typeof value === 'string' ? value.trim() : value, at, { min: 1, max: MAX_FIELD_LENGTH })
  if (name === null) return null
  return /\p{Cc}/u.test(name) ? reading.refuse(at, 'A name cannot have control characters', 'invalid_string') : name
}

function readMarks(reading: Reading, value: unknown, at: string): Mark[] | null {
  return reading.list(value, at, { max: 10, read: (item, path) => readMark(reading, item, path) })
}

function readMark(reading: Reading, value: unknown, at: string): Mark | null {
  const simple = SIMPLE_MARKS.find((mark) => mark === value)
  if (simple) return simple
  if (isPlainObject(value) && value['link'] !== undefined) {
    const link = readLink(reading, value['link'], `${at}.link`)
    return link === null ? null : { link }
  }
  if (isPlainObject(value) && value['color'] !== undefined) {
    const color = reading.colour(value['color'], `${at}.color`)
    return color === null ? null : { color }
  }
  return reading.refuse(at, 'Must be bold, italic, strike, a link or a color', 'invalid_enum_value')
}

/** Reads the paragraphs and lists of a text block. */
export function readTextParts(reading: Reading, value: unknown, at: string): TextPart[] | null {
  return reading.list(value, at, { max: MAX_PARTS, read: (item, path) => readTextPart(reading, item, path) })
}

function readTextPart(reading: Reading, value: unknown, at: string): TextPart | null {
  const sent = reading.object(value, at)
  const type = sent && reading.oneOf(sent['type'], `${at}.type`, ['paragraph', 'list'])
  if (!sent || !type) return null
  return type === 'list' ? readList(reading, sent, at) : readParagraph(reading, sent, at)
}

function readParagraph(reading: Reading, sent: Record<string, unknown>, at: string): Paragraph | null {
  const content = readInlines(reading, sent['content'], `${at}.content`)
  const align = readAlign(reading, sent, at)
  return content && withoutUndefined({ type: 'paragraph' as const, content, align })
}

function readList(reading: Reading, sent: Record<string, unknown>, at: string): TextList | null {
  const ordered = reading.boolean(sent['ordered'], `${at}.ordered`)
  const items = reading.list(sent['items'], `${at}.items`, {
    max: MAX_PARTS,
    read: (item, path) => readInlines(reading, item, path),
  })
  return ordered === null || !items ? null : { type: 'list', ordered, items }
}

/** Reads the alignment of a block or paragraph; undefined without one. */
export function readAlign(reading: Reading, sent: Record<string, unknown>, at: string) {
  return reading.optional(sent['align'], `${at}.align`, (value, path) => reading.oneOf(value, path, ALIGNMENTS))
}
