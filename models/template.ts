import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { separateChangeTimes } from '../runtime/mongodb/change-times.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { ownedModel } from './owned-model.js'

/** Type of a message, which decides its rules of consent and presentation. */
export type MessageType = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS'
export const MESSAGE_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const

/** Subject and body in another language. */
export interface Translation {
  subject: string
  body: string
}

/** A template of a message. Subject and body are Liquid. */
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
  /** Number of sent messages; increased in the transaction that records a message as sent. */
  emailsSent: number
  /** The ids of the project's images that its texts show; absent: none. */
  uploadIds?: string[]
  /** Increased by every new reference, so that a concurrent deletion that has not seen the reference fails. */
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
    uploadIds: { type: [String], default: undefined },
    guard: { type: Number, default: 0 },
  },
  { collection: 'templates', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
separateChangeTimes(templateSchema)
// GET /templates, newest first.
templateSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// DELETE /uploads/{id}, GET /uploads/{id}/usage: the templates that show an image.
templateSchema.index(
  { projectId: 1, uploadIds: 1 },
  { name: 'by_upload', partialFilterExpression: { uploadIds: { $gt: '' } } },
)

export const Template = ownedModel<TemplateRecord>('Template', templateSchema)
