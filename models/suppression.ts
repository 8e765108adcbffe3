import { model, Schema } from 'mongoose'
import { newId } from './ids.js'

/** An address that a project must not mail: it bounced for good, complained, or was put here by hand. */
export interface SuppressionRecord {
  _id: string
  projectId: string
  email: string
  reason: 'BOUNCE' | 'COMPLAINT' | 'MANUAL'
  createdAt: Date
}

const suppressionSchema = new Schema<SuppressionRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    reason: { type: String, enum: ['BOUNCE', 'COMPLAINT', 'MANUAL'], required: true },
  },
  { collection: 'suppressions', timestamps: { createdAt: true, updatedAt: false }, strict: 'throw' },
)
// The check before every message.
suppressionSchema.index({ projectId: 1, email: 1 }, { unique: true })

export const Suppression = model('Suppression', suppressionSchema)
