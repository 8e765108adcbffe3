import { z } from 'zod'
import { besideOtherFaults } from './beside-other-faults.js'
import { PATTERNS } from './text.js'

const MAX_HEADERS = 50
// RFC 5322 2.1.1
const MAX_VALUE_LENGTH = 998
const OWN = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'dkim-signature',
  'return-path',
  'received',
  'sender',
])

const HeaderName = z
  .string()
  .regex(/^[A-Za-z\d-]+$/, { error: 'A header name has letters, digits and hyphens' })
  .refine((name) => !isOwn(name.toLowerCase()), {
    error: 'This header is set by the service itself',
    params: { code: 'invalid_string' },
  })

// A header may hold no control character other than a tab.
const HeaderValue = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .refine((value) => !/[^\P{Cc}\t]/u.test(value), {
    error: 'A header value has no line breaks or control characters',
    params: { code: 'invalid_string' },
  })
  .meta({ override: { pattern: PATTERNS.headerValue } })

/** The additional headers of a message, as pairs in the order of the request. */
export const MessageHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, {
    ...besideOtherFaults,
    error: `A message takes at most ${MAX_HEADERS} headers`,
    params: { code: 'too_big' },
  })
  .transform((headers) => Object.entries(headers))

function isOwn(name: string): boolean {
  return OWN.has(name) || name.startsWith('content-')
}
