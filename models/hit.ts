import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * Requests for tracked links and pixels. A gateway stores each one before its response. Some seconds later the hits of
 * an email are read together, judged and counted in its events. A counted hit stays for an hour: its id identifies a
 * repeated insert, and its time and link identify the hits that belong to it. A click that the provider reports is
 * stored as counted, because its notification counts it.
 */
export interface HitRecord {
  _id: string
  projectId: string
  emailId: string
  kind: 'opened' | 'clicked'
  at: Date
  /** The link, until the hit is counted; absent: the pixel. */
  link?: string
  /** A digest of the link, which may name a person; absent: the pixel. */
  linkDigest?: string
  /** A digest of the user agent. */
  agent: string
  /** Whether the request itself shows that a machine sent it: by the user agent, as a prefetch or a HEAD. */
  isMachine: boolean
  /** Whether the request is a HEAD by a user agent that is no known machine. */
  isProbe: boolean
  /** The number of requests for which the record stands. All are of one user agent, for one link, within a moment. */
  count: number
  /** Absent: the hit is not counted yet. */
  expiresAt?: Date
}

const hitSchema = new Schema<HitRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    emailId: { type: String, required: true },
    kind: { type: String, enum: ['opened', 'clicked'] as const, required: true },
    at: { type: Date, required: true },
    link: String,
    linkDigest: String,
    agent: { type: String, required: true },
    isMachine: { type: Boolean, required: true },
    isProbe: { type: Boolean, required: true },
    count: { type: Number, required: true },
    expiresAt: Date,
  },
  { collection: 'hits', strict: 'throw' },
)
// The hits of emails that are counted now, and the clicks near them. The reset and the deletion of a project.
hitSchema.index({ projectId: 1, emailId: 1, at: 1 })

// MongoDB deletes a hit an hour after it was counted. The hits that ended gateways have left are those without a time.
hitSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(hitSchema, '_id')

export const Hit = ownedModel<HitRecord>('Hit', hitSchema)
