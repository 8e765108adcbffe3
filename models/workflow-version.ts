import { Schema } from 'mongoose'
import type { Step, Transition } from './domain/workflow-graph.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The immutable graph of one version, which executions run. `_id` is `<workflowId>:<version>`. */
export interface WorkflowVersionRecord {
  _id: string
  projectId: string
  workflowId: string
  version: number
  name: string
  steps: Step[]
  transitions: Transition[]
  /** The ids of the project's images that its steps show; absent: none. */
  uploadIds?: string[]
  createdAt: Date
  /** The user who made it; null where a key did. */
  authorId: string | null
}

const workflowVersionSchema = new Schema<WorkflowVersionRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    workflowId: { type: String, required: true },
    version: { type: Number, required: true },
    name: { type: String, required: true },
    steps: { type: Schema.Types.Mixed, default: [] },
    transitions: { type: Schema.Types.Mixed, default: [] },
    uploadIds: { type: [String], default: undefined },
    createdAt: { type: Date, required: true },
    authorId: { type: String, default: null },
  },
  { collection: 'workflow_versions', strict: 'throw', minimize: false },
)
// GET /workflows/{id}/versions, newest first; the reset and the deletion of a project.
workflowVersionSchema.index({ projectId: 1, workflowId: 1, version: -1 })
// DELETE /uploads/{id}, GET /uploads/{id}/usage: the versions that show an image.
workflowVersionSchema.index(
  { projectId: 1, uploadIds: 1 },
  { name: 'by_upload', partialFilterExpression: { uploadIds: { $gt: '' } } },
)
shardByProject(workflowVersionSchema)

export const WorkflowVersion = ownedModel<WorkflowVersionRecord>('WorkflowVersion', workflowVersionSchema)

/** The id of one version of a workflow. */
export function versionId(workflowId: string, version: number): string {
  return `${workflowId}:${version}`
}
