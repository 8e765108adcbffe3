import { model, Schema } from 'mongoose'
import type { Translation } from './template.js'

/**
 * What a message says before it is filled in, stored once for however many recipients and named by its own
 * hash. Expires some time after it was last used.
 */
export interface ContentRecord {
  _id: string
  projectId: string
  subject: string
  body: string
  translations: Record<string, Translation> | null
  expiresAt: Date
}

const contentSchema = new Schema<ContentRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    subject: { type: String, required: true },
    body: { type: String, required: true },
    translations: { type: Schema.Types.Mixed, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'contents', strict: 'throw', minimize: false },
)
contentSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const Content = model('Content', contentSchema)
