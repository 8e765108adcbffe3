import { Schema } from 'mongoose'
import type { RecentClick } from './domain/machine-bursts.js'
import { ownedModel } from './owned-model.js'

/**
 * The clicks on the links of one email within the last hour, as all gateways have received them. They show whether a
 * machine or a person has asked. `_id` is the id of the email.
 */
export interface RecentClicksRecord {
  _id: string
  projectId: string
  clicks: RecentClick[]
  expiresAt: Date
}

const recentClicksSchema = new Schema<RecentClicksRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    clicks: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'recent_clicks', strict: 'throw' },
)
// MongoDB deletes the clicks of an email an hour after the last one.
recentClicksSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

// The reset and the deletion of a project.
recentClicksSchema.index({ projectId: 1 })

export const RecentClicks = ownedModel<RecentClicksRecord>('RecentClicks', recentClicksSchema)
