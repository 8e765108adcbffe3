import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/** The rows of a project that the daily purge deletes, in its order. */
export const PROJECT_KINDS = ['waits', 'events', 'emails', 'executions'] as const

/** The rows that the purge deletes for all projects together: addresses of ended jobs, images, and files of emails. */
export const SHARED_KINDS = ['images', 'jobs', 'unneededFiles', 'unstoredFiles'] as const
export type PurgedKind = (typeof PROJECT_KINDS)[number] | (typeof SHARED_KINDS)[number]

/** The last row that a purge read: its date in milliseconds since 1970, and its id. Executions are read by workflow. */
export interface PurgeCursor {
  at: number
  id: string
  workflowId?: string
}

/**
 * The position at which a purge continues in its next round, while it has more to delete. `_id` is the id of a project,
 * or a tilde and a kind of `SHARED_KINDS`.
 */
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
leaveUnsharded(purgeProgressSchema, INSTALLATION)

export const PurgeProgress = model('PurgeProgress', purgeProgressSchema)
