import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { HeaderAddress } from './email-address.js'
import { LiquidBody, LiquidSubject } from './liquid.js'
import { DisplayName, nameUpTo, OneLine } from './text.js'

/** The limit on the name of a campaign or a template, in characters. */
export const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000

const Name = nameUpTo(MAX_NAME_LENGTH)
const Description = z.string().max(MAX_DESCRIPTION_LENGTH).nullable()

/** The preheader of a rendered message. */
export const Preheader = z
  .string()
  .nullable()
  .meta({ description: 'Preheader: hidden preview text that inboxes show next to the subject.' })

/** The common fields of a campaign and a template in an answer. */
export const MESSAGE_RESPONSE = {
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  type: z.enum(MESSAGE_TYPES),
}

/** The common fields of a campaign and a template to create. */
export const NewMessage = z.object({
  name: Name,
  description: Description.default(null),
  subject: LiquidSubject,
  body: LiquidBody,
  from: HeaderAddress,
  fromName: DisplayName,
  replyTo: HeaderAddress.nullable().default(null),
  type: z.enum(MESSAGE_TYPES).default('MARKETING'),
})

/** The common fields of a change of a campaign or a template; an omitted field stays as it is. */
export const MessagePatch = z
  .object({
    name: Name,
    description: Description,
    subject: LiquidSubject,
    body: LiquidBody,
    from: HeaderAddress,
    // Unlike `DisplayName`, for which an omitted name means null.
    fromName: OneLine.trim()
      .max(MAX_NAME_LENGTH)
      .nullable()
      .transform((name) => name || null),
    replyTo: HeaderAddress.nullable(),
    type: z.enum(MESSAGE_TYPES),
  })
  .partial()
