import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { separateChangeTimes } from '../runtime/mongodb/change-times.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { NAMED_MESSAGE, type MessageSource, type NamedMessage } from './message.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** Subject and body in another language. */
export interface Translation {
  subject: string
  body: string
}

/** A template of a message. */
export interface TemplateRecord extends NamedMessage {
  _id: string
  projectId: string
  translations: Record<string, Translation> | null
  /** The designs and MJML that translated bodies were made of, by language tag; null or absent for HTML alone. */
  translationSources?: Record<string, MessageSource> | null
  /** Number of sent messages; increased in the transaction that records a message as sent. */
  emailsSent: number
  /** Increased by every new reference, so that a concurrent deletion that has not seen the reference fails. */
  guard: number
  createdAt: Date
  updatedAt: Date
}

const templateSchema = new Schema<TemplateRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    ...NAMED_MESSAGE,
    translations: { type: Schema.Types.Mixed, default: null },
    translationSources: { type: Schema.Types.Mixed, default: undefined },
    emailsSent: { type: Number, default: 0 },
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
shardByProject(templateSchema)

export const Template = ownedModel<TemplateRecord>('Template', templateSchema)
