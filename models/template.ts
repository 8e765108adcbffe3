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

/** One version of the content of a template: its number, and who saved it when. */
export interface SavedContent {
  version: number
  savedAt: Date
  /** The user who saved it; null where a key did. */
  authorId: string | null
  /** The parts that differ from the version before. */
  changes: string[]
}

/** A template of a message. */
export interface TemplateRecord extends NamedMessage {
  _id: string
  projectId: string
  translations: Record<string, Translation> | null
  /** The designs and MJML that translated bodies were made of, by language tag; null or absent for HTML alone. */
  translationSources?: Record<string, MessageSource> | null
  /** Whether lists and pickers leave it out. It goes on to work wherever it is used. */
  archived: boolean
  /** The version that its content is; absent: the first, of a key. */
  saved?: SavedContent
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
    archived: { type: Boolean, required: true, default: false },
    saved: { type: Schema.Types.Mixed, default: undefined },
    emailsSent: { type: Number, default: 0 },
    guard: { type: Number, default: 0 },
  },
  { collection: 'templates', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
separateChangeTimes(templateSchema)
// GET /templates, newest first: without the archived ones, or only those.
templateSchema.index({ projectId: 1, archived: 1, createdAt: -1, _id: -1 })
// DELETE /uploads/{id}, GET /uploads/{id}/usage: the templates that show an image.
templateSchema.index(
  { projectId: 1, uploadIds: 1 },
  { name: 'by_upload', partialFilterExpression: { uploadIds: { $gt: '' } } },
)
shardByProject(templateSchema)

export const Template = ownedModel<TemplateRecord>('Template', templateSchema)
