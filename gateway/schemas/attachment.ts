import { z } from 'zod'
import type { AttachmentInput } from '../../commands/emails/attachments.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { OneLine, PATTERNS } from './text.js'

const MAX_NAME_LENGTH = 255
// RFC 6838: each half of a media type has at most 127 characters.
const MEDIA_TYPE = /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/i
const CONTENT_ID = /^[^\s<>"\p{Cc}]+$/u

/** Bytes as padded base64 (RFC 4648 4): no line breaks, no URL alphabet, no `data:` prefix. */
const Base64 = z
  .string()
  .transform((text, context): Buffer => {
    if (text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)) return Buffer.from(text, 'base64')
    context.addIssue({ code: 'custom', message: 'Not base64', params: { code: 'invalid_string' } })
    return z.NEVER
  })
  .meta({ override: { pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' } })

/** An attached or inline file of a message. */
export const Attachment = z
  .object({
    filename: OneLine.min(1)
      .max(MAX_NAME_LENGTH)
      .regex(/^[^"/\\]*$/, { error: 'A file name has no quotes and no slashes' })
      .meta({ override: { pattern: PATTERNS.fileName } }),
    content: Base64,
    contentType: z.string().regex(MEDIA_TYPE, { error: 'Not a media type such as application/pdf' }),
    contentId: z
      .string()
      .max(MAX_NAME_LENGTH)
      .regex(CONTENT_ID, { error: 'A content id is one word without angle brackets' })
      .meta({ override: { pattern: PATTERNS.contentId } })
      .optional(),
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
  })
  .superRefine(({ disposition, contentId }, context) => {
    if (disposition !== 'inline' || contentId !== undefined) return
    const message = 'An inline file needs the content id by which the body names it'
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
          properties: { disposition: { enum: ['inline'], default: undefined } },
        },
      ],
    },
  })
