import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The result of a check by the receiving service: `UNKNOWN` when there was no check. */
export const VERDICTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED', 'UNKNOWN'] as const

export type Verdict = (typeof VERDICTS)[number]

/** The verdicts on a received message. */
export interface Verdicts {
  spam: Verdict
  virus: Verdict
  spf: Verdict
  dkim: Verdict
  dmarc: Verdict
}

/**
 * The sanitised content of a received message. `_id` is the id of its email. It expires like the bodies of sent mail.
 */
export interface ReceivedBodyRecord {
  _id: string
  projectId: string
  text: string | null
  html: string | null
  cc: string[]
  inReplyTo: string | null
  references: string[]
  verdicts: Verdicts
  /** Whether a machine wrote the message. */
  isAutomatic: boolean
  /** Sentences about parts of the message that were cut off or could not be read. */
  faults: string[]
  expiresAt: Date
}

const receivedBodySchema = new Schema<ReceivedBodyRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    text: { type: String, default: null },
    html: { type: String, default: null },
    cc: { type: [String], default: [] },
    inReplyTo: { type: String, default: null },
    references: { type: [String], default: [] },
    verdicts: { type: Schema.Types.Mixed, required: true },
    isAutomatic: { type: Boolean, required: true },
    faults: { type: [String], default: [] },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'received_bodies', strict: 'throw', minimize: false },
)
// MongoDB deletes bodies that have expired.
receivedBodySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
// The reset and the deletion of a project: its bodies.
receivedBodySchema.index({ projectId: 1 })
shardByProject(receivedBodySchema, '_id')

export const ReceivedBody = ownedModel<ReceivedBodyRecord>('ReceivedBody', receivedBodySchema)
