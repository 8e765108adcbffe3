import { model, Schema } from 'mongoose'

/**
 * The faulty rows of one slice of an import, as lines of CSV. They are stored in the transaction of the slice, so that
 * each row is named once. MongoDB deletes them at `expiresAt`, together with the file.
 */
export interface ImportFaultsRecord {
  _id: string
  projectId: string
  jobId: string
  /** The number of the slice, from 0. */
  slice: number
  lines: string
  expiresAt: Date | null
}

const importFaultsSchema = new Schema<ImportFaultsRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    jobId: { type: String, required: true },
    slice: { type: Number, required: true },
    lines: { type: String, required: true },
    expiresAt: { type: Date, default: null },
  },
  { collection: 'import_faults', strict: 'throw', minimize: false },
)
// GET /contacts/import/{jobId}/errors: the faulty rows in the order of the file.
importFaultsSchema.index({ projectId: 1, jobId: 1, slice: 1 }, { unique: true })
// MongoDB deletes the faulty rows of a job that has ended.
importFaultsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const ImportFaults = model('ImportFaults', importFaultsSchema)
