import type { FieldError } from '../errors.js'
import { isNestedWithin } from '../nesting.js'
import { utf8Length } from '../utf8-length.js'
import { DESIGN_VERSION, MAX_DESIGN_BYTES, type EmailDesign } from './design.js'
import { readBlocks } from './read-blocks.js'
import { readInlines } from './read-inline.js'
import { readTheme } from './read-theme.js'
import { Reading } from './reading.js'

// A design has eleven levels; the nested trees of its conditions add four levels each.
const MAX_LEVELS = 64

/** A design to store, or all errors in it. */
export type ReadDesign = { design: EmailDesign; errors?: undefined } | { design?: undefined; errors: FieldError[] }

/**
 * Reads the design of a request. Unknown keys are left out. Reports all errors, each with its path below `prefix`
 * (`design.blocks.2.columns.0.1.href`).
 */
export function readEmailDesign(value: unknown, { prefix = 'design' }: { prefix?: string } = {}): ReadDesign {
  const reading = new Reading()
  const sent = reading.object(value, prefix)
  if (!sent) return { errors: reading.errors }
  if (!isNestedWithin(sent, MAX_LEVELS)) {
    reading.refuse(prefix, 'A design cannot be nested this deeply', 'too_big')
    return { errors: reading.errors }
  }
  if (isTooLong(JSON.stringify(sent))) {
    reading.refuse(prefix, `A design can be at most ${MAX_DESIGN_BYTES / 1024} KB`, 'too_big')
    return { errors: reading.errors }
  }
  const version = reading.oneOf(sent['version'], below(prefix, 'version'), [DESIGN_VERSION])
  const theme = readTheme(reading, sent['theme'] ?? {}, below(prefix, 'theme'))
  const previewText = readInlines(reading, sent['previewText'] ?? [], below(prefix, 'previewText'))
  const blocks = readBlocks(reading, sent['blocks'], below(prefix, 'blocks'))
  if (reading.errors.length > 0 || version === null || !theme || !previewText || !blocks) {
    return { errors: reading.errors }
  }
  return { design: { version, theme, previewText, blocks } }
}

// Counting bytes takes long for a text that has too many characters anyway.
function isTooLong(json: string): boolean {
  return json.length > MAX_DESIGN_BYTES || utf8Length(json) > MAX_DESIGN_BYTES
}

function below(prefix: string, part: string): string {
  return prefix === '' ? part : `${prefix}.${part}`
}
