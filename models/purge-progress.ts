import { model, Schema } from 'mongoose'

/** The rows that the daily purge deletes, in its order. */
export const PURGED_KINDS = ['waits', 'events', 'emails', 'executions'] as const
export type PurgedKind = (typeof PURGED_KINDS)[number]

/** The last row that a purge visited: its date in milliseconds since 1970 and its id, of executions by workflow. */
export interface PurgeCursor {
  at: number
  id: string
  workflowId?: string
}

/** The place at which the purge of a project goes on in its next slot. `_id` is the project's id. */
export interface PurgeProgressRecord {
  _id: string
  kind: PurgedKind
  after: PurgeCursor | null
}

const purgeProgressSchema = new Schema<PurgeProgressRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    after: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'purge_progress', strict: 'throw', versionKey: false },
)

export const PurgeProgress = model('PurgeProgress', purgeProgressSchema)
