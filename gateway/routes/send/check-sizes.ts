import type { FieldError } from '../../../models/domain/errors.js'
import type { Config } from '../../../runtime/config.js'

const MB = 1024 * 1024
// The limit of Amazon SES on an encoded message.
const MAX_ENCODED_BYTES = 40 * MB
// Base64 encodes three bytes as four characters, and MIME breaks lines after 76 (RFC 2045 6.8).
const ENCODING_GROWTH = (4 / 3) * (78 / 76)

/**
 * Checks the body of a send, before its schema does, against the limits of the installation; values without a size are
 * ignored.
 */
export function findSizeFaults(
  sent: unknown,
  config: Pick<Config, 'MAX_ATTACHMENTS_COUNT' | 'MAX_ATTACHMENT_SIZE_MB'>,
): FieldError[] {
  const files = valueOf(sent, 'attachments')
  const attachments: unknown[] = Array.isArray(files) ? files : []
  const attachedBytes = attachments.reduce(
    (sum: number, file) => sum + byteLength(valueOf(file, 'content'), 'base64'),
    0,
  )
  const messageBytes = attachedBytes * ENCODING_GROWTH + byteLength(valueOf(sent, 'body'), 'utf8')
  const faults = [
    ...(attachments.length > config.MAX_ATTACHMENTS_COUNT
      ? [`A message can have at most ${config.MAX_ATTACHMENTS_COUNT} attachments`]
      : []),
    ...(attachedBytes > config.MAX_ATTACHMENT_SIZE_MB * MB
      ? [`Attachments can be at most ${config.MAX_ATTACHMENT_SIZE_MB} MB in total`]
      : []),
    ...(messageBytes > MAX_ENCODED_BYTES ? [`An encoded message can be at most ${MAX_ENCODED_BYTES / MB} MB`] : []),
  ]
  return faults.map((message) => ({ field: 'attachments', code: 'too_big', message }))
}

function valueOf(parent: unknown, key: string): unknown {
  return typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined
}

function byteLength(value: unknown, encoding: 'base64' | 'utf8'): number {
  return typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0
}
