import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/** A migration that has begun on this database. `_id` is its number. */
export interface MigrationRecord {
  _id: number
  name: string
  /** The highest migration that a process must know to work on this database after this migration has begun. */
  compatibleFrom: number
  /** The version of Posthorn that ran the migration. */
  version: string
  /** The start of the first attempt, and the end of the successful one, by the database's clock. */
  startedAt: Date
  finishedAt: Date | null
  durationMs: number | null
  /** The progress that the migration has stored; removed at its end. */
  progress?: unknown
}

const migrationSchema = new Schema<MigrationRecord>(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true },
    compatibleFrom: { type: Number, required: true },
    version: { type: String, required: true },
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
    durationMs: { type: Number, default: null },
    progress: Schema.Types.Mixed,
  },
  { collection: 'migrations', strict: 'throw', minimize: false, versionKey: false },
)
leaveUnsharded(migrationSchema, INSTALLATION)

export const MigrationRecord = model('Migration', migrationSchema)
