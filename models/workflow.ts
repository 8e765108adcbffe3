import { model, Schema } from 'mongoose'
import type { ConditionTree } from './domain/conditions/tree.js'
import type { Step, Transition } from './domain/workflow-graph.js'
import { newId } from '../runtime/ids.js'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/** How executions of a workflow begin. */
export type TriggerType = 'EVENT' | 'MANUAL' | 'SCHEDULE'

/** What an EVENT or a SCHEDULE workflow starts by. */
export interface TriggerConfig {
  eventName?: string
  /** Which events of that name start it, by their data and the contact. */
  filter?: ConditionTree
  /** When a SCHEDULE starts it, in five fields, by the clock of `timezone` (UTC if omitted). */
  cron?: string
  timezone?: string
  /** For whom a SCHEDULE starts it: the members of this segment; omitted, every contact of the project. */
  segmentId?: string
}

/** A user's graph of steps as it stands now. Each change that executions would notice raises `version`. */
export interface WorkflowRecord {
  _id: string
  projectId: string
  name: string
  description: string | null
  enabled: boolean
  triggerType: TriggerType
  triggerConfig: TriggerConfig
  allowReentry: boolean
  version: number
  steps: Step[]
  transitions: Transition[]
  /** Stepped by every change, so that each is stored over what it was made of. */
  revision: number
  /** The mark of a deletion that looks for executions: while it stands, no execution has begun since. */
  deletion?: string
  /**
   * How often all of its executions were cancelled at once, and when last; absent: never. The records of those that
   * had begun before are told so later: all are when `told` is the count.
   */
  cancellations?: { count: number; told?: number; at: Date }
  createdAt: Date
  updatedAt: Date
  /** Its schedule has to be brought to what it says. */
  dispatch?: OutboxMark
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
    revision: { type: Number, default: 0 },
    deletion: String,
    cancellations: { type: { _id: false, count: Number, told: Number, at: Date }, default: undefined },
    dispatch: outboxMarkSchema,
  },
  { collection: 'workflows', timestamps: true, strict: 'throw', minimize: false },
)
// GET /workflows, newest first.
workflowSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// Every event: which enabled workflows it starts.
workflowSchema.index({ projectId: 1, 'triggerConfig.eventName': 1, enabled: 1 })
workflowSchema.index(...outboxMarkIndex)

export const Workflow = model('Workflow', workflowSchema)
