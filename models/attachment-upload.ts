import { model, Schema } from 'mongoose'

/** A file that is being stored, or is and belongs to no message yet. `_id` is its id in GridFS. */
export interface AttachmentUploadRecord {
  _id: string
  projectId: string
  createdAt: Date
}

const attachmentUploadSchema = new Schema<AttachmentUploadRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'attachment_uploads', strict: 'throw', versionKey: false },
)
// Files whose request died before it stored its messages; empty at rest.
attachmentUploadSchema.index({ createdAt: 1 })

export const AttachmentUpload = model('AttachmentUpload', attachmentUploadSchema)
