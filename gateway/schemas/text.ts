import { z } from 'zod'

const MAX_NAME_LENGTH = 255
// A line break in what becomes a header would start another header.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

const CONTROL_RANGES = '\\u0000-\\u001f\\u007f-\\u009f'
const ENDS_OF_LINES = '\\u2028\\u2029'

/** What the reference says of text: its patterns are read by programs that know no classes such as `\p{Cc}`. */
export const PATTERNS = {
  notBlank: '\\S',
  oneLine: `^[^${CONTROL_RANGES}${ENDS_OF_LINES}]*$`,
  oneLineNotBlank: notBlank(CONTROL_RANGES + ENDS_OF_LINES),
  eventName: notBlank(CONTROL_RANGES),
  reservedEvent: '^\\s*(?:email\\.|contact\\.(?:un)?subscribed\\s*$|segment\\.[\\s\\S]+\\.(?:entry|exit)\\s*$)',
  fileName: `^[^"/\\\\${CONTROL_RANGES}${ENDS_OF_LINES}]*$`,
  contentId: `^[^\\s<>"${CONTROL_RANGES}]+$`,
  headerValue: '^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f-\\u009f]*$',
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

/** A person's or a sender's name beside the address; an empty one is none. */
export const DisplayName = OneLine.trim()
  .max(MAX_NAME_LENGTH)
  .nullish()
  .transform((name) => name || null)
