import { Schema } from 'mongoose'
import { SUPPRESSION_REASONS, type SuppressionReason } from './domain/suppression-reasons.js'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * An address that a project must not send to: after a hard bounce or a complaint, set manually, or for some time after
 * several soft bounces.
 */
export interface SuppressionRecord {
  _id: string
  projectId: string
  email: string
  reason: SuppressionReason
  createdAt: Date
  /** The time when the suppression ends; absent: never. */
  expiresAt?: Date
}

const suppressionSchema = new Schema<SuppressionRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    reason: { type: String, enum: SUPPRESSION_REASONS, required: true },
    expiresAt: Date,
  },
  { collection: 'suppressions', timestamps: { createdAt: true, updatedAt: false }, strict: 'throw' },
)
// POST /v1/send: the check before every message.
suppressionSchema.index({ projectId: 1, email: 1 }, { unique: true })
// GET /suppressions, newest first.
suppressionSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// Readers compare the time themselves. This index only removes rows that have ended.
suppressionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(suppressionSchema, 'email')

export const Suppression = ownedModel<SuppressionRecord>('Suppression', suppressionSchema)
