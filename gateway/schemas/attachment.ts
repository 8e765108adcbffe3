import { z } from 'zod'
import type { AttachmentInput } from '../../commands/sending/emails/attachments.js'
import { CONTENT_TYPE, MAX_CONTENT_TYPE_LENGTH, readContentType } from '../../models/domain/content-type.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { OneLine, PATTERNS } from './text.js'

const MAX_NAME_LENGTH = 255
const CONTENT_ID = /^[^\s<>"\p{Cc}]+$/u

/** Bytes as padded base64 (RFC 4648 4): no line breaks, no URL alphabet, no `data:` prefix. */
const Base64 = z
  .string()
  .transform((text, context): Buffer => {
    if (text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)) return Buffer.from(text, 'base64')
    context.addIssue({ code: 'custom', message: 'Enter valid base64', params: { code: 'invalid_string' } })
    return z.NEVER
  })
  .meta({ override: { pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' } })

/**
 * A media type with its parameters (RFC 2045, 5.1), for a file: a multipart type is refused, because it is not a file.
 */
const MediaType = z
  .string()
  .max(MAX_CONTENT_TYPE_LENGTH)
  .superRefine((text, context) => {
    const message = faultOf(text)
    if (message) context.addIssue({ code: 'custom', message, params: { code: 'invalid_string' } })
  })
  .meta({
    description: 'The media type, with parameters such as `charset` and `method` if needed',
    examples: ['application/pdf', 'text/calendar; charset=utf-8; method=REQUEST'],
    override: { pattern: CONTENT_TYPE.source },
  })

function faultOf(text: string): string | null {
  if (!CONTENT_TYPE.test(text)) {
    return 'Enter a media type, such as application/pdf or text/calendar; charset=utf-8; method=REQUEST'
  }
  const contentType = readContentType(text)
  if (!contentType) return 'A parameter occurs twice'
  return contentType.type.startsWith('multipart/')
    ? 'An attachment cannot be multipart. Use the media type of the file'
    : null
}

/** An attached or inline file of a message. */
export const Attachment = z
  .object({
    filename: OneLine.min(1)
      .max(MAX_NAME_LENGTH)
      .regex(/^[^"/\\]*$/, { error: 'A file name cannot contain quotes or slashes' })
      .meta({ override: { pattern: PATTERNS.fileName } }),
    content: Base64,
    contentType: MediaType,
    contentId: z
      .string()
      .max(MAX_NAME_LENGTH)
      .regex(CONTENT_ID, { error: 'A content ID is one word without angle brackets' })
      .meta({ override: { pattern: PATTERNS.contentId } })
      .optional(),
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
  })
  .superRefine(({ disposition, contentId }, context) => {
    if (disposition !== 'inline' || contentId !== undefined) return
    const message = 'An inline attachment requires the content ID that the body refers to'
    context.addIssue({ code: 'custom', path: ['contentId'], message, params: { code: 'required' } })
  }, besideOtherFaults)
  .transform((file): AttachmentInput => ({ ...file, contentId: file.contentId ?? null }))
  .meta({
    id: 'Attachment',
    override: {
      anyOf: [
        { title: 'AttachedFile', properties: { disposition: { enum: ['attachment'] } } },
        {
          title: 'InlineFile',
          required: ['disposition', 'contentId'],
          properties: { disposition: { enum: ['inline'] } },
        },
      ],
    },
  })
