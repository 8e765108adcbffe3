import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { VIEWED_LISTS, type ViewedList } from './domain/views.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/**
 * Filters of a list of the dashboard under a name, for one user or for everyone in the project. A view without a name
 * is how the user likes to see the list while none is chosen; a user has one of each list.
 */
export interface ViewRecord {
  _id: string
  projectId: string
  list: ViewedList
  name: string | null
  /** The parameters of the list in its URL, without the question mark. */
  search: string
  /** The columns of the list, where a user chooses them; null: the usual ones. */
  columns: string[] | null
  /** The user who made the view; null for one that a key made, or whose maker has deleted the account. */
  userId: string | null
  isShared: boolean
  /** The user whose view it is; empty for a shared one. Names are unique for each owner. */
  owner: string
  createdAt: Date
  updatedAt: Date
}

const viewSchema = new Schema<ViewRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    list: { type: String, enum: VIEWED_LISTS, required: true },
    name: { type: String, default: null },
    search: { type: String, default: '' },
    columns: { type: [String], default: null },
    userId: { type: String, default: null },
    isShared: { type: Boolean, required: true },
    owner: { type: String, default: '' },
  },
  { collection: 'views', timestamps: true, strict: 'throw', minimize: false },
)
// GET /views: those of a user and the shared ones; their number, and their names, which are unique.
viewSchema.index({ projectId: 1, owner: 1, list: 1, name: 1 }, { unique: true })
leaveUnsharded(viewSchema, DIRECTORY)

export const View = ownedModel<ViewRecord>('View', viewSchema)
