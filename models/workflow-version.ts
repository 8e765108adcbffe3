import { model, Schema } from 'mongoose'
import type { Step, Transition } from './domain/workflow-graph.js'

/** The immutable graph of one version, which executions run. `_id` is `<workflowId>:<version>`. */
export interface WorkflowVersionRecord {
  _id: string
  projectId: string
  workflowId: string
  version: number
  name: string
  steps: Step[]
  transitions: Transition[]
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
  },
  { collection: 'workflow_versions', strict: 'throw', minimize: false },
)
// The reset and the deletion of a project: its versions.
workflowVersionSchema.index({ projectId: 1 })

export const WorkflowVersion = model('WorkflowVersion', workflowVersionSchema)

/** The id of one version of a workflow. */
export function versionId(workflowId: string, version: number): string {
  return `${workflowId}:${version}`
}
