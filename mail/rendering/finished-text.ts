import { Drop, toValue } from 'liquidjs'

/**
 * Text that is printed unchanged: the author's text, or text that is already escaped. Filters and comparisons see a
 * string.
 */
export class FinishedText extends Drop {
  readonly text: string
  /** The form for a document: the text as the author wrote it, whose entities belong to the document. */
  readonly html: string
  /** The value that the text stands for where types are kept. */
  readonly typed: unknown

  constructor(text: string, html = text, typed: unknown = text) {
    super()
    this.text = text
    this.html = html
    this.typed = typed
  }

  override valueOf(): string {
    return this.text
  }
}

/** A value as text: empty for null, ISO 8601 for dates, JSON for objects. */
export function printed(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(printed).join('')
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (value instanceof Drop) {
    const plain: unknown = toValue(value)
    return plain === value ? '' : printed(plain)
  }
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
