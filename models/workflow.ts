import { model, Schema } from 'mongoose'
import type { Step, Transition } from './domain/workflow-graph.js'
import { newId } from './ids.js'

/** How executions of a workflow begin. */
export type TriggerType = 'EVENT' | 'MANUAL' | 'SCHEDULE'

/** A user's graph of steps as it stands now. Each change that executions would notice raises `version`. */
export interface WorkflowRecord {
  _id: string
  projectId: string
  name: string
  description: string | null
  enabled: boolean
  triggerType: TriggerType
  triggerConfig: { eventName?: string }
  allowReentry: boolean
  version: number
  steps: Step[]
  transitions: Transition[]
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
    version: { type: Number, required: true, default: 1 },
    steps: { type: Schema.Types.Mixed, default: [] },
    transitions: { type: Schema.Types.Mixed, default: [] },
  },
  { collection: 'workflows', timestamps: true, strict: 'throw', minimize: false },
)
// GET /workflows, newest first.
workflowSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// Every event: which enabled workflows it starts.
workflowSchema.index({ projectId: 1, 'triggerConfig.eventName': 1, enabled: 1 })

export const Workflow = model('Workflow', workflowSchema)
