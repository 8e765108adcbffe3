import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** Every kind of job; each runs as a Temporal workflow. */
export const JOB_KINDS = [
  'IMPORT_CONTACTS',
  'CHANGE_CONTACTS',
  'EXPORT',
  'COMPUTE_SEGMENT',
  'SWEEP_SEGMENT',
  'DELETE_FIELD',
  'DELETE_EVENTS',
  'DELETE_SEGMENT',
  'DELETE_WORKFLOW',
  'CANCEL_EXECUTIONS',
  'RETRY_EXECUTIONS',
  'ERASE_CONTACTS',
  'TELL_MEMBERS',
  'RESET_PROJECT',
  'DELETE_PROJECT',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

/**
 * The kinds of jobs that clients request. The quota of pending jobs counts them. The other kinds follow from the
 * deletion of a resource with its own quota, or must never be refused.
 */
export const QUOTA_JOB_KINDS: readonly JobKind[] = [
  'IMPORT_CONTACTS',
  'CHANGE_CONTACTS',
  'EXPORT',
  'COMPUTE_SEGMENT',
  'DELETE_FIELD',
  'DELETE_EVENTS',
  'CANCEL_EXECUTIONS',
  'RETRY_EXECUTIONS',
]

/** The kinds of jobs that hold addresses: in bad rows, in the search for contacts, or in the file of an export. */
export const KINDS_WITH_ADDRESSES: readonly JobKind[] = ['IMPORT_CONTACTS', 'CHANGE_CONTACTS', 'EXPORT']

/**
 * The kinds of jobs that are deleted when they end: a schedule creates thousands of them, and clients do not read them.
 */
export const KINDS_DELETED_AT_END: readonly JobKind[] = ['SWEEP_SEGMENT']

/** Limit on the errors that the result of a job lists. */
export const MAX_NAMED_ERRORS = 100

/**
 * Accepted work on many documents, done in slices. One transaction writes the documents of a slice, moves `cursor`,
 * updates `result`, and compares `slices`. A slice that is repeated, or runs in two workers concurrently, therefore
 * writes and counts nothing twice.
 */
export interface JobRecord<Input = unknown, Cursor = unknown, Result = unknown> {
  _id: string
  projectId: string
  kind: JobKind
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED'
  input: Input
  /** Number of completed slices. */
  slices: number
  /** The place where the next slice begins; null before the first. */
  cursor: Cursor | null
  /** 0 to 100. */
  progress: number
  result: Result
  failedReason: string | null
  createdAt: Date
  updatedAt: Date
  completedAt: Date | null
  /** The time when the job's addresses are removed, a day after its end; missing: the job holds no addresses. */
  eraseAt?: Date
}

/** The filter of jobs that have not ended. */
export const IS_ACTIVE = { status: { $in: ['PENDING' as const, 'RUNNING' as const] } }

const jobSchema = new Schema<JobRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    kind: { type: String, enum: JOB_KINDS, required: true },
    status: { type: String, required: true, default: 'PENDING' },
    input: { type: Schema.Types.Mixed, default: {} },
    slices: { type: Number, required: true, default: 0 },
    cursor: { type: Schema.Types.Mixed, default: null },
    progress: { type: Number, required: true, default: 0 },
    result: { type: Schema.Types.Mixed, default: {} },
    failedReason: { type: String, default: null },
    completedAt: { type: Date, default: null },
    eraseAt: Date,
  },
  { collection: 'jobs', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
// The comparison with Temporal: the jobs of a project.
jobSchema.index({ projectId: 1, createdAt: -1 })
// GET /exports and GET /contacts/import: the jobs of a kind, newest first.
jobSchema.index({ projectId: 1, kind: 1, createdAt: -1, _id: -1 })
// The quota of pending jobs. The index does not contain jobs that have ended.
jobSchema.index({ projectId: 1, kind: 1 }, { partialFilterExpression: IS_ACTIVE })
// The daily purge: the ended jobs that still hold addresses.
jobSchema.index({ eraseAt: 1 }, { partialFilterExpression: { eraseAt: { $gt: new Date(0) } } })
shardByProject(jobSchema)

export const Job = ownedModel<JobRecord>('Job', jobSchema)
