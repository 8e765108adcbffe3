import { Schema } from 'mongoose'
import type { ConditionTree } from './domain/conditions/tree.js'
import type { Step, Transition } from './domain/workflow-graph.js'
import { newId } from '../runtime/ids.js'
import { separateChangeTimes } from '../runtime/mongodb/change-times.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The ways in which executions of a workflow begin. */
export type TriggerType = 'EVENT' | 'MANUAL' | 'SCHEDULE'

/** Config of the trigger of an EVENT or a SCHEDULE workflow. */
export interface TriggerConfig {
  eventName?: string
  /** Condition on the event's data and the contact. */
  filter?: ConditionTree
  /** Cron expression of a SCHEDULE in five fields, in `timezone` (UTC by default). */
  cron?: string
  timezone?: string
  /** Audience of a SCHEDULE: the members of this segment; by default every contact of the project. */
  segmentId?: string
}

/** The current graph of a workflow. Each change that affects executions increases `version`. */
export interface WorkflowRecord {
  _id: string
  projectId: string
  name: string
  description: string | null
  enabled: boolean
  triggerType: TriggerType
  triggerConfig: TriggerConfig
  allowReentry: boolean
  /** Whether lists and pickers leave it out. An archived workflow is disabled, and cannot be started. */
  archived: boolean
  version: number
  steps: Step[]
  transitions: Transition[]
  /** The ids of the project's images that its steps show; absent: none. */
  uploadIds?: string[]
  /** Increased by every change. A change is stored only if the revision is the one that it was computed from. */
  revision: number
  /**
   * Set by a deletion before it reads the executions. An execution that begins unsets it, so that the deletion fails.
   */
  deletion?: string
  /**
   * Number and last time of cancellations of all executions; missing: none. A job ends the executions that began before
   * a cancellation. `completed` is the last cancellation of which the job has ended all executions.
   */
  cancellations?: { count: number; completed?: number; at: Date }
  createdAt: Date
  updatedAt: Date
}

const workflowSchema = new Schema<WorkflowRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    name: { type: String, required: true },
    description: { type: String, default: null },
    enabled: { type: Boolean, required: true, default: false },
    triggerType: { type: String, enum: ['EVENT', 'MANUAL', 'SCHEDULE'], required: true },
    triggerConfig: { type: Schema.Types.Mixed, default: {} },
    allowReentry: { type: Boolean, required: true, default: false },
    archived: { type: Boolean, required: true, default: false },
    version: { type: Number, required: true, default: 1 },
    steps: { type: Schema.Types.Mixed, default: [] },
    transitions: { type: Schema.Types.Mixed, default: [] },
    uploadIds: { type: [String], default: undefined },
    revision: { type: Number, default: 0 },
    deletion: String,
    cancellations: { type: { _id: false, count: Number, completed: Number, at: Date }, default: undefined },
  },
  { collection: 'workflows', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
separateChangeTimes(workflowSchema)
// GET /templates/{id}/usage, DELETE /contacts/fields/{field}: all workflows, newest first.
workflowSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// GET /workflows, newest first: without the archived ones, or only those.
workflowSchema.index({ projectId: 1, archived: 1, createdAt: -1, _id: -1 })
// GET /templates, GET /templates/{id}/usage, the deletion of a template: the workflows that send it.
workflowSchema.index({ projectId: 1, 'steps.templateId': 1 })
// POST /v1/track: the enabled workflows that an event starts.
workflowSchema.index({ projectId: 1, 'triggerConfig.eventName': 1, enabled: 1 })
// GET /executions: the workflows whose executions were all cancelled.
workflowSchema.index(
  { projectId: 1 },
  { name: 'cancelled', partialFilterExpression: { 'cancellations.count': { $gt: 0 } } },
)
// DELETE /uploads/{id}, GET /uploads/{id}/usage: the workflows that show an image.
workflowSchema.index(
  { projectId: 1, uploadIds: 1 },
  { name: 'by_upload', partialFilterExpression: { uploadIds: { $gt: '' } } },
)
shardByProject(workflowSchema)

export const Workflow = ownedModel<WorkflowRecord>('Workflow', workflowSchema)
