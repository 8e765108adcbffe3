import { model, Schema } from 'mongoose'
import type { ExecutionStatus } from './domain/execution-status.js'
import { newId } from '../runtime/ids.js'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/**
 * One contact's walk through one version of a workflow. `sequence` counts the steps walked and is what every
 * change of it compares, so that a step's outcome is taken over once. `context` is the data of the event that
 * started it, with the data of later ones merged over.
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
  /** When the current step began, by the database's clock: events from then on can resume a wait in it. */
  stepStartedAt: Date | null
  /** How often it was retried after it had failed; absent: never. */
  retries?: number
  /** How often the current step was tried since, as far as noted; absent: once. */
  attempts?: number
  /** Whether a webhook of the current step may be on its way. */
  isCalling?: boolean
  /** How often all executions of its workflow had been cancelled when it began: one more since ends it. */
  cancellations: number
  exitReason: string | null
  context: Record<string, unknown>
  sourceEventId: string | null
  depth: number
  startedAt: Date
  completedAt: Date | null
  wakeAt: Date | null
  temporalWorkflowId: string
  /** `<workflowId>:<contactId>` while it is active: one active execution a contact. */
  activeKey?: string
  /** The same for ever, when the workflow lets nobody in twice. */
  onceKey?: string
  createdAt: Date
  updatedAt: Date
  dispatch?: OutboxMark
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
    stepStartedAt: { type: Date, default: null },
    retries: Number,
    attempts: Number,
    isCalling: Boolean,
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
    dispatch: outboxMarkSchema,
  },
  { collection: 'executions', timestamps: true, strict: 'throw', minimize: false },
)
const whereText = (field: string) => ({ unique: true, partialFilterExpression: { [field]: { $gt: '' } } })
// GET /workflows/{id}/executions, newest first.
executionSchema.index({ projectId: 1, workflowId: 1, startedAt: -1, _id: -1 })
// The same of one status.
executionSchema.index({ projectId: 1, workflowId: 1, status: 1, startedAt: -1, _id: -1 })
// The same of one contact. Re-entry: has it walked this workflow; the executions of a contact that is deleted.
executionSchema.index({ projectId: 1, contactId: 1, workflowId: 1, startedAt: -1, _id: -1 })
// What a cancellation of all has to wait for; empty at rest.
executionSchema.index(
  { projectId: 1, workflowId: 1 },
  { name: 'calling', partialFilterExpression: { isCalling: true } },
)
// One event starts one workflow at most once.
executionSchema.index({ sourceEventId: 1, workflowId: 1 }, whereText('sourceEventId'))
executionSchema.index({ activeKey: 1 }, whereText('activeKey'))
executionSchema.index({ onceKey: 1 }, whereText('onceKey'))
executionSchema.index(...outboxMarkIndex)

export const Execution = model('Execution', executionSchema)
