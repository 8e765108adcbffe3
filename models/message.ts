import { Schema } from 'mongoose'
import type { EmailDesign } from './domain/design/design.js'
import { MESSAGE_TYPES, type MessageType } from './domain/message-kinds.js'

/** The forms in which the body of a message can be written. */
export const EDITORS = ['design', 'mjml', 'html'] as const
export type Editor = (typeof EDITORS)[number]

/** A design or MJML that a body was made of. */
export type MessageSource = { design: EmailDesign; mjml?: undefined } | { mjml: string; design?: undefined }

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
  /** The form in which the body is written; absent: HTML. */
  editor?: Editor
  /** The design or MJML that `body` was made of; null or absent for HTML. */
  source?: MessageSource | null
  /** The last design that was replaced by HTML or MJML; null or absent without one. */
  previousDesign?: PreviousDesign | null
}

/** A design that is no longer the source of its message. */
export interface PreviousDesign {
  design: EmailDesign
  replacedAt: Date
}

/** Leaves the sources of messages out of what is read, for readers that need the rendered body alone. */
export const WITHOUT_SOURCES = { source: 0, translationSources: 0, previousDesign: 0 } as const

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
  editor: { type: String, enum: EDITORS, default: undefined },
  source: { type: Schema.Types.Mixed, default: undefined },
  previousDesign: { type: Schema.Types.Mixed, default: undefined },
} as const
