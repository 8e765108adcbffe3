import { z } from 'zod'
import { isReservedHeader } from '../../models/domain/reserved-headers.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { PATTERNS } from './text.js'

const MAX_HEADERS = 50
// RFC 5322 2.1.1
const MAX_VALUE_LENGTH = 998

const HeaderName = z
  .string()
  .regex(/^[A-Za-z\d-]+$/, { error: 'A header name can contain letters, digits and hyphens only' })
  .refine((name) => !isReservedHeader(name), {
    error: 'This header is reserved for Posthorn or mail servers',
    params: { code: 'invalid_string' },
  })

// A header may hold no control character other than a tab.
const HeaderValue = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .refine((value) => !/[^\P{Cc}\t]/u.test(value), {
    error: 'A header value cannot contain line breaks or control characters',
    params: { code: 'invalid_string' },
  })
  .meta({ override: { pattern: PATTERNS.headerValue } })

/** The additional headers of a message, as pairs in the order of the request. */
export const MessageHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, {
    ...besideOtherFaults,
    error: `A message can have at most ${MAX_HEADERS} headers`,
    params: { code: 'too_big' },
  })
  .transform((headers) => Object.entries(headers))
  .meta({
    description:
      'Not allowed: headers that Posthorn sets (such as `From`, `Bcc`, `Content-Type`), headers of mail servers ' +
      '(`Received`, `Return-Path`, `DKIM-Signature`, `Authentication-Results`, `ARC-*`, `Resent-*`) and of relays ' +
      '(`X-SES-*`).',
  })
