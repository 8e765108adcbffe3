import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * A chunk of the file of an import, which the slice that ends the job deletes. MongoDB deletes the chunks of an
 * incomplete upload at `expiresAt`.
 */
export interface ImportChunkRecord {
  _id: string
  projectId: string
  jobId: string
  /** Index of the chunk in its file, from 0. */
  position: number
  bytes: Buffer
  expiresAt: Date | null
}

const importChunkSchema = new Schema<ImportChunkRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    jobId: { type: String, required: true },
    position: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
    expiresAt: { type: Date, default: null },
  },
  { collection: 'import_chunks', strict: 'throw', minimize: false },
)
// POST /contacts/import: its job reads the file chunk by chunk.
importChunkSchema.index({ projectId: 1, jobId: 1, position: 1 }, { unique: true })
// MongoDB deletes the chunks of an incomplete upload.
importChunkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(importChunkSchema, 'jobId')

export const ImportChunk = ownedModel<ImportChunkRecord>('ImportChunk', importChunkSchema)
