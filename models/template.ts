import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

/** Which rules of consent and presentation a message follows. */
export type MessageType = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS'
export const MESSAGE_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const

/** The same message in another language. */
export interface Translation {
  subject: string
  body: string
}

/** A message to be filled in: subject and body are Liquid. */
export interface TemplateRecord {
  _id: string
  projectId: string
  name: string
  description: string | null
  subject: string
  body: string
  from: string
  fromName: string | null
  replyTo: string | null
  type: MessageType
  translations: Record<string, Translation> | null
  /** Stepped in the transaction that notes a message of it as sent. */
  emailsSent: number
  /** Stepped by what comes to refer to it: so a deletion that does not see the new reference cannot go through. */
  guard: number
  createdAt: Date
  updatedAt: Date
}

const templateSchema = new Schema<TemplateRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    name: { type: String, required: true },
    description: { type: String, default: null },
    subject: { type: String, required: true },
    body: { type: String, required: true },
    from: { type: String, required: true },
    fromName: { type: String, default: null },
    replyTo: { type: String, default: null },
    type: { type: String, enum: MESSAGE_TYPES, required: true },
    translations: { type: Schema.Types.Mixed, default: null },
    emailsSent: { type: Number, default: 0 },
    guard: { type: Number, default: 0 },
  },
  { collection: 'templates', timestamps: true, strict: 'throw', minimize: false },
)
// GET /templates, newest first.
templateSchema.index({ projectId: 1, createdAt: -1, _id: -1 })

export const Template = model('Template', templateSchema)
