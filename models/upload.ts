import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** An image of a project. Anyone who knows its id may load it. */
export interface UploadRecord {
  _id: string
  projectId: string
  contentType: string
  /** The size in bytes. */
  size: number
  /** The SHA-256 of the bytes, in hex. */
  sha256: string
  /** The id of the stored bytes; null before a request has stored them, and after the image is deleted. */
  fileId: string | null
  /**
   * The ids under which requests have stored bytes or are about to. Several requests may run concurrently, or one may
   * have died.
   */
  attempts: string[]
  /** The time when a request was last about to store bytes; missing once only the bytes of `fileId` can exist. */
  openAt?: Date
  /** Increased by every new reference, so that a concurrent deletion that has not seen the reference fails. */
  guard?: number
  /** The text that says what the image shows; missing until a user has described the image. */
  alt?: string
  createdAt: Date
}

const uploadSchema = new Schema<UploadRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    sha256: { type: String, required: true },
    fileId: { type: String, default: null },
    attempts: { type: [String], required: true },
    openAt: Date,
    guard: Number,
    alt: String,
    createdAt: { type: Date, required: true },
  },
  { collection: 'uploads', strict: 'throw', versionKey: false },
)
// POST /uploads/image: the same image of a project is stored once. The deletion of a project.
uploadSchema.index({ projectId: 1, sha256: 1 }, { unique: true })
// GET /uploads: the images of a project, newest first; a search reads their alt texts from the index.
uploadSchema.index({ projectId: 1, _id: -1, alt: 1 })
// The daily purge: the bytes of requests that died.
uploadSchema.index({ openAt: 1 }, { partialFilterExpression: { openAt: { $gt: new Date(0) } } })
shardByProject(uploadSchema, 'sha256')

export const Upload = ownedModel<UploadRecord>('Upload', uploadSchema)
