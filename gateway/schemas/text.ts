import { z } from 'zod'

const MAX_NAME_LENGTH = 255
// A line break in what becomes a header would start another header.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

/** Text that may become part of a header: one line without control characters. */
export const OneLine = z.string().refine((text) => !CONTROLS.test(text), {
  error: 'Line breaks and control characters are not allowed',
  params: { code: 'invalid_string' },
})

/** A person's or a sender's name beside the address; an empty one is none. */
export const DisplayName = OneLine.trim()
  .max(MAX_NAME_LENGTH)
  .nullish()
  .transform((name) => name || null)
