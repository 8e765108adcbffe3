import { Schema } from 'mongoose'
import { FILE_PART, type FilePart } from './file-part.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** A part of the file of an export. */
const exportPartSchema = new Schema<FilePart>(FILE_PART, {
  collection: 'export_parts',
  strict: 'throw',
  minimize: false,
})
// GET /exports/{jobId}/file: the parts of a file in order.
exportPartSchema.index({ projectId: 1, jobId: 1, position: 1 }, { unique: true })
shardByProject(exportPartSchema, 'jobId')

export const ExportPart = ownedModel<FilePart>('ExportPart', exportPartSchema)
