import { model, Schema } from 'mongoose'
import type { DisabledReason } from './project.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/**
 * The remaining record of a deleted project. The project's tracked links stay signed forever, and must never redirect
 * again. The request for the deletion writes the record, so that at each moment either the project or this record
 * exists.
 */
export interface DeletedProjectRecord {
  /** The id of the project. */
  _id: string
  /** The reason for which the project was disabled before; null when it was not disabled. */
  disabledReason: DisabledReason | null
  /** The users who owned the project. */
  ownerIds: string[]
  /** The time by the database's clock. */
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
// POST /users/@me/projects: the number of projects that a user deleted recently.
deletedProjectSchema.index({ ownerIds: 1, deletedAt: 1 })
leaveUnsharded(deletedProjectSchema, DIRECTORY)

export const DeletedProject = model('DeletedProject', deletedProjectSchema)
