import { MESSAGE_TYPES, type MessageType } from './domain/message-kinds.js'

/** A message that its author named: a template or a campaign. Subject and body are Liquid. */
export interface NamedMessage {
  name: string
  description: string | null
  subject: string
  body: string
  from: string
  fromName: string | null
  replyTo: string | null
  type: MessageType
  /** The ids of the project's images that its texts show; absent: none. */
  uploadIds?: string[]
}

/** The fields of a `NamedMessage` in the schema of a collection. */
export const NAMED_MESSAGE = {
  name: { type: String, required: true },
  description: { type: String, default: null },
  subject: { type: String, required: true },
  body: { type: String, required: true },
  from: { type: String, required: true },
  fromName: { type: String, default: null },
  replyTo: { type: String, default: null },
  type: { type: String, enum: MESSAGE_TYPES, required: true },
  uploadIds: { type: [String], default: undefined },
} as const
