import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * What a project stores once and its transactions touch. The project itself is in the directory, and thus on another
 * shard than its records. `_id` is the project's id. Made before the project, and deleted after it.
 */
export interface ProjectStateRecord {
  _id: string
  projectId: string
  /** Increased by each admission of names and of what a quota counts, so that these wait for each other. */
  admissions: number
  /** The bytes of the project's images, stored or still being stored. */
  uploadedBytes: number
  /** When a campaign was last paused in the place of the project. */
  sparedAt?: Date
}

const projectStateSchema = new Schema<ProjectStateRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    admissions: { type: Number, required: true, default: 0 },
    uploadedBytes: { type: Number, required: true, default: 0 },
    sparedAt: Date,
  },
  { collection: 'project_state', strict: 'throw', versionKey: false },
)
shardByProject(projectStateSchema)

export const ProjectState = ownedModel<ProjectStateRecord>('ProjectState', projectStateSchema)

/** The state of a new project. */
export const newProjectState = (projectId: string): ProjectStateRecord => {
  return { _id: projectId, projectId, admissions: 0, uploadedBytes: 0 }
}
