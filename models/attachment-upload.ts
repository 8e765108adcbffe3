import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** A file of an email, complete or still being stored, that does not belong to a message yet. `_id` is its id. */
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
// POST /v1/send: the clean-up of files whose request died before its messages were stored.
attachmentUploadSchema.index({ createdAt: 1 })
shardByProject(attachmentUploadSchema)

export const AttachmentUpload = ownedModel<AttachmentUploadRecord>('AttachmentUpload', attachmentUploadSchema)
