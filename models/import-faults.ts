import { Schema } from 'mongoose'
import { FILE_PART, type FilePart } from './file-part.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * A part of an import's rows with errors, as lines of CSV. They are stored in the transaction of their slice, so that
 * each row appears once. MongoDB deletes them at `expiresAt`.
 */
export interface ImportFaultsRecord extends FilePart {
  expiresAt: Date | null
}

const importFaultsSchema = new Schema<ImportFaultsRecord>(
  { ...FILE_PART, expiresAt: { type: Date, default: null } },
  { collection: 'import_faults', strict: 'throw', minimize: false },
)
// GET /contacts/import/{jobId}/errors: the rows with errors in the order of the file.
importFaultsSchema.index({ projectId: 1, jobId: 1, position: 1 }, { unique: true })
// MongoDB deletes the rows with errors of a job that has ended.
importFaultsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(importFaultsSchema, 'jobId')

export const ImportFaults = ownedModel<ImportFaultsRecord>('ImportFaults', importFaultsSchema)
