import { Schema } from 'mongoose'
import type { ExecutionStatus } from './domain/execution-status.js'
import type { Rest } from './domain/rest.js'
import { newId } from '../runtime/ids.js'
import type { EndedStepRun } from './step-execution.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * One run of a workflow version for one contact. `sequence` counts the step runs. Every change of the execution
 * compares `sequence`, so that the outcome of a step applies once. `context` is the data of the event that started the
 * execution, merged with the data of later events.
 */
export interface ExecutionRecord {
  _id: string
  projectId: string
  workflowId: string
  workflowVersion: number
  contactId: string
  status: ExecutionStatus
  currentStepId: string | null
  sequence: number
  /** The outcomes of the latest step runs, in order. Older outcomes are rows of `StepExecution`. */
  steps: EndedStepRun[]
  /** When the current step began, by the database's clock. */
  stepStartedAt: Date | null
  /** The last rest: events that were stored since then can end a wait. */
  rest: Rest
  /** The number of retries after a failure; missing: none. */
  retries?: number
  /** The stored number of attempts of the current step; missing: one. */
  attempts?: number
  /** Whether a webhook call of the current step may be in progress. */
  isCalling?: boolean
  /** The failed webhook calls of one step run. Calls of an earlier run do not count. */
  failedCalls?: { stepRun: string; count: number }
  /** The workflow's `cancellations.count` when this execution began. A higher count ends the execution. */
  cancellations: number
  exitReason: string | null
  context: Record<string, unknown>
  sourceEventId: string | null
  depth: number
  startedAt: Date
  completedAt: Date | null
  wakeAt: Date | null
  temporalWorkflowId: string
  /** `<workflowId>:<contactId>` while the execution is active, so that each contact has one active execution. */
  activeKey?: string
  /** The same key, kept forever for a workflow without re-entry. */
  onceKey?: string
  /** The progress of removing personal data from the execution and its steps; missing: not begun. */
  erased?: 'begun' | 'done'
  createdAt: Date
  updatedAt: Date
}

const executionSchema = new Schema<ExecutionRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    workflowId: { type: String, required: true },
    workflowVersion: { type: Number, required: true },
    contactId: { type: String, required: true },
    status: { type: String, required: true, default: 'RUNNING' },
    currentStepId: { type: String, default: null },
    sequence: { type: Number, required: true, default: 1 },
    steps: { type: Schema.Types.Mixed, default: () => [] },
    stepStartedAt: { type: Date, default: null },
    rest: { type: Schema.Types.Mixed, default: () => ({ at: new Date(), eventIds: [] }) },
    retries: Number,
    attempts: Number,
    isCalling: Boolean,
    failedCalls: { type: { _id: false, stepRun: String, count: Number }, default: undefined },
    cancellations: { type: Number, required: true, default: 0 },
    exitReason: { type: String, default: null },
    context: { type: Schema.Types.Mixed, default: {} },
    sourceEventId: { type: String, default: null },
    depth: { type: Number, required: true, default: 0 },
    startedAt: { type: Date, required: true },
    completedAt: { type: Date, default: null },
    wakeAt: { type: Date, default: null },
    temporalWorkflowId: { type: String, required: true },
    activeKey: String,
    onceKey: String,
    erased: String,
  },
  { collection: 'executions', timestamps: true, strict: 'throw', minimize: false },
)
const whenSet = (field: string) => ({ unique: true, partialFilterExpression: { [field]: { $gt: '' } } })
// GET /workflows/{id}/executions, newest first.
executionSchema.index({ projectId: 1, workflowId: 1, startedAt: -1, _id: -1 })
// GET /workflows/{id}/executions by status; DELETE /templates/{id} and /segments/{id}: the versions that executions
// run.
executionSchema.index({ projectId: 1, workflowId: 1, status: 1, startedAt: -1, _id: -1, workflowVersion: 1 })
// GET /workflows/{id}/executions by contact; the check for re-entry; DELETE /contacts/{id}.
executionSchema.index({ projectId: 1, contactId: 1, workflowId: 1, startedAt: -1, _id: -1 })
// GET /executions by version; GET /workflows/{id}/versions: the active executions of a version.
executionSchema.index({ projectId: 1, workflowId: 1, workflowVersion: 1, status: 1, startedAt: -1, _id: -1 })
// GET /executions by status.
executionSchema.index({ projectId: 1, status: 1, startedAt: -1, _id: -1 })
// GET /executions by step; ended executions are at none. GET /workflows/{id}/step-counts: how many are at it.
executionSchema.index(
  { projectId: 1, currentStepId: 1, status: 1, startedAt: -1, _id: -1, workflowId: 1 },
  { partialFilterExpression: { currentStepId: { $gt: '' } } },
)
// POST /workflows/{id}/executions/cancel-all: the webhook calls to wait for; empty at rest.
executionSchema.index(
  { projectId: 1, workflowId: 1 },
  { name: 'calling', partialFilterExpression: { isCalling: true } },
)
// POST /v1/track: one event starts a workflow at most once.
executionSchema.index({ projectId: 1, sourceEventId: 1, workflowId: 1 }, whenSet('sourceEventId'))
// POST /v1/track: a contact is in a workflow at most once at a time. POST /workflows/{id}/executions/cancel-all, GET
// /metrics: the active executions.
executionSchema.index({ projectId: 1, activeKey: 1 }, whenSet('activeKey'))
// POST /v1/track: a contact is in a workflow without re-entry at most once.
executionSchema.index({ projectId: 1, onceKey: 1 }, whenSet('onceKey'))
// GET /activity: when executions began. GET /executions, newest first.
executionSchema.index({ projectId: 1, startedAt: -1, _id: -1 })
// GET /activity: when executions ended, by status, because failures are few.
executionSchema.index(
  { projectId: 1, status: 1, completedAt: -1, _id: -1 },
  { partialFilterExpression: { completedAt: { $gt: new Date(0) } } },
)
// GET /activity/upcoming: when executions continue.
executionSchema.index(
  { projectId: 1, wakeAt: 1, _id: 1 },
  { partialFilterExpression: { wakeAt: { $gt: new Date(0) } } },
)
shardByProject(executionSchema, 'contactId')

export const Execution = ownedModel<ExecutionRecord>('Execution', executionSchema)
