import { model, Schema } from 'mongoose'
import type { DisabledReason } from './project.js'

/**
 * The remaining record of a deleted project: its tracked links are signed for ever, and must never redirect again. The
 * request for the deletion writes it, so that at each moment there is either the project or this record.
 */
export interface DeletedProjectRecord {
  /** The id of the project. */
  _id: string
  /** Why the project was disabled before; null when it was not. */
  disabledReason: DisabledReason | null
  /** The users that owned it. */
  ownerIds: string[]
  /** By the clock of the database. */
  deletedAt: Date
}

const deletedProjectSchema = new Schema<DeletedProjectRecord>(
  {
    _id: { type: String, required: true },
    disabledReason: { type: String, default: null },
    ownerIds: { type: [String], required: true },
    deletedAt: { type: Date, required: true },
  },
  { collection: 'deleted_projects', strict: 'throw', versionKey: false },
)
// The ids of the deleted projects, which every gateway reads as they are added.
deletedProjectSchema.index({ deletedAt: 1, _id: 1 })
// POST /users/@me/projects: how many projects a user has deleted lately.
deletedProjectSchema.index({ ownerIds: 1, deletedAt: 1 })

export const DeletedProject = model('DeletedProject', deletedProjectSchema)
