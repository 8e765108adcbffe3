import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** A part of the bytes of an email's file. `_id` is `<fileId>:<position>`; an empty file has one part too. */
export interface AttachmentPartRecord {
  _id: string
  projectId: string
  fileId: string
  position: number
  bytes: Buffer
  storedAt: Date
}

const attachmentPartSchema = new Schema<AttachmentPartRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    fileId: { type: String, required: true },
    position: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
    storedAt: { type: Date, required: true },
  },
  { collection: 'attachment_parts', strict: 'throw', versionKey: false },
)
// The delivery of an email: the parts of its files in order; and the removal of a file.
attachmentPartSchema.index({ projectId: 1, fileId: 1, position: 1 }, { unique: true })
// The daily purge: the files that no email needs, without reading their bytes.
attachmentPartSchema.index(
  { position: 1, fileId: 1, projectId: 1, storedAt: 1 },
  { name: 'files', partialFilterExpression: { position: 0 } },
)
shardByProject(attachmentPartSchema, 'fileId')

export const AttachmentPart = ownedModel<AttachmentPartRecord>('AttachmentPart', attachmentPartSchema)
