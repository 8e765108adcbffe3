import { Schema } from 'mongoose'
import type { Utm } from './domain/utm.js'
import type { Translation } from './template.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * The templates of a message, stored once for all recipients. `_id` is their hash. The content expires some time after
 * its last use.
 */
export interface ContentRecord {
  _id: string
  projectId: string
  subject: string
  body: string
  /** A field that a language omits is the same in all languages. */
  translations: Record<string, Partial<Translation>> | null
  /** The UTM parameters of its links, in Liquid; absent without any. */
  utm?: Utm
  expiresAt: Date
}

const contentSchema = new Schema<ContentRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    subject: { type: String, required: true },
    body: { type: String, required: true },
    translations: { type: Schema.Types.Mixed, default: null },
    utm: { type: Schema.Types.Mixed, default: undefined },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'contents', strict: 'throw', minimize: false },
)
// MongoDB deletes content that has expired.
contentSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
// The reset and the deletion of a project: its contents.
contentSchema.index({ projectId: 1 })
shardByProject(contentSchema, '_id')

export const Content = ownedModel<ContentRecord>('Content', contentSchema)
