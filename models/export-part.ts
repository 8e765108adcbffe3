import { model, Schema } from 'mongoose'

/** A part of the file of an export, written by one slice of its job. */
export interface ExportPartRecord {
  _id: string
  projectId: string
  jobId: string
  /** The number of the slice. A slice without rows has no part. */
  position: number
  bytes: Buffer
}

const exportPartSchema = new Schema<ExportPartRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    jobId: { type: String, required: true },
    position: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
  },
  { collection: 'export_parts', strict: 'throw', minimize: false },
)
// GET /exports/{jobId}/file: the parts of a file in order.
exportPartSchema.index({ projectId: 1, jobId: 1, position: 1 }, { unique: true })

export const ExportPart = model('ExportPart', exportPartSchema)
