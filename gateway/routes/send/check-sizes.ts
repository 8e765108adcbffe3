import type { AttachmentInput } from '../../../models/attachments.js'
import { invalid, type FieldError } from '../../../models/domain/errors.js'
import type { Config } from '../../../runtime/config.js'

const MB = 1024 * 1024
/** What Amazon SES takes, encoded. */
export const MAX_MESSAGE_BYTES = 40 * MB
// Base64 makes four characters of three bytes, and MIME breaks them after 76 (RFC 2045 6.8).
const ENCODING_GROWTH = (4 / 3) * (78 / 76)

/** Holds a message to the limits of the installation. Throws VALIDATION_ERROR. */
export function checkSizes(
  message: { body?: string | undefined; attachments: AttachmentInput[] },
  config: Pick<Config, 'MAX_ATTACHMENTS_COUNT' | 'MAX_ATTACHMENT_SIZE_MB'>,
): void {
  const { attachments, body = '' } = message
  const attachedBytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  const errors: FieldError[] = []
  const refuse = (text: string): void => void errors.push({ field: 'attachments', code: 'too_big', message: text })
  if (attachments.length > config.MAX_ATTACHMENTS_COUNT) {
    refuse(`The number of attachments is limited to ${config.MAX_ATTACHMENTS_COUNT}`)
  }
  if (attachedBytes > config.MAX_ATTACHMENT_SIZE_MB * MB) {
    refuse(`Attachments are at most ${config.MAX_ATTACHMENT_SIZE_MB} MB together`)
  }
  if (attachedBytes * ENCODING_GROWTH + Buffer.byteLength(body) > MAX_MESSAGE_BYTES) {
    refuse(`A message is at most ${MAX_MESSAGE_BYTES / MB} MB when it is encoded`)
  }
  if (errors.length > 0) throw invalid(errors)
}
