import { z } from 'zod'
import { RESERVED_NAMES, RESERVED_PREFIX } from '../../models/domain/event-names.js'

const MAX_NAME_LENGTH = 255
const MAX_SEARCH_LENGTH = 1_000
// A line break in a header value would start another header.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

const CONTROL_RANGES = '\\u0000-\\u001f\\u007f-\\u009f'
const ENDS_OF_LINES = '\\u2028\\u2029'

// The characters of `hasInvisible` in the basic plane: a pattern without flags cannot name others in a class.
const INVISIBLE =
  '\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb'

/** The patterns of the reference: many programs that read them know no character classes such as `\p{Cc}`. */
export const PATTERNS = {
  notBlank: '\\S',
  oneLine: `^[^${CONTROL_RANGES}${ENDS_OF_LINES}]*$`,
  oneLineNotBlank: notBlank(CONTROL_RANGES + ENDS_OF_LINES),
  eventName: notBlank(CONTROL_RANGES + INVISIBLE),
  reservedEvent:
    `^\\s*(?:${anyCase(RESERVED_PREFIX)}|` +
    `${anyCase('segment')}\\.[^\\u0000-\\u001f]+\\.(?:${anyCase('entry')}|${anyCase('exit')})\\s*$|` +
    `(?:${RESERVED_NAMES.map(anyCase).join('|')})\\s*$)`,
  fileName: `^[^"/\\\\${CONTROL_RANGES}${ENDS_OF_LINES}]*$`,
  contentId: `^[^\\s<>"${CONTROL_RANGES}]+$`,
  headerValue: '^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f-\\u009f]*$',
}

function anyCase(word: string): string {
  return word.replaceAll('.', '\\.').replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

function notBlank(excluded: string): string {
  return `^[^${excluded}]*[^\\s${excluded}][^${excluded}]*$`
}

/** Text that may become part of a header: one line without control characters. */
export const OneLine = z
  .string()
  .refine((text) => !CONTROLS.test(text), {
    error: 'Line breaks and control characters are not allowed',
    params: { code: 'invalid_string' },
  })
  .meta({ override: { pattern: PATTERNS.oneLine } })

/** The name of a person or a sender beside an address; an empty one counts as none. */
export const DisplayName = OneLine.trim()
  .max(MAX_NAME_LENGTH)
  .nullish()
  .transform((name) => name || null)

/** The name of a resource, of 1 to `maxLength` characters. */
export const nameUpTo = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .meta({ override: { pattern: PATTERNS.notBlank } })

/** The name of a resource, of 1 to `maxLength` characters on one line. */
export const oneLineNameUpTo = (maxLength: number) =>
  OneLine.trim()
    .min(1)
    .max(maxLength)
    .meta({ override: { pattern: PATTERNS.oneLineNotBlank } })

/** The text to search a list for, as the user typed it; blank text means no search. */
export const SearchText = z.string().max(MAX_SEARCH_LENGTH).trim()
