import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** Outcome of a step. `branch` selects the transition; null for a step with one outcome. */
export interface StepOutcome {
  status: 'COMPLETED' | 'SKIPPED' | 'FAILED'
  branch: string | null
  output: Record<string, unknown> | null
  error: string | null
}

/** The outcome of a completed step, with its output and the branch it takes. */
export function completed(output: Record<string, unknown> | null = null, branch: string | null = null): StepOutcome {
  return { status: 'COMPLETED', branch, output, error: null }
}

/** The outcome of a skipped step; the execution continues. */
export function skipped(reason: string): StepOutcome {
  return { status: 'SKIPPED', branch: null, output: { reason }, error: null }
}

/** The outcome of a failed step, which ends the execution. */
export function failed(error: string): StepOutcome {
  return { status: 'FAILED', branch: null, output: null, error }
}

/** One run of a step that has ended. A step that failed and was retried has one run for each attempt. */
export interface EndedStepRun extends StepOutcome {
  _id: string
  stepId: string
  sequence: number
  /** The number of earlier retries of the execution; null: none. */
  retries: number | null
  attempts: number
  startedAt: Date | null
  completedAt: Date
}

/** An older step run, for which the document of the execution has no room. */
export interface StepExecutionRecord extends EndedStepRun {
  projectId: string
  executionId: string
}

const stepExecutionSchema = new Schema<StepExecutionRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    executionId: { type: String, required: true },
    stepId: { type: String, required: true },
    sequence: { type: Number, required: true },
    retries: { type: Number, default: null },
    status: { type: String, required: true },
    branch: { type: String, default: null },
    output: { type: Schema.Types.Mixed, default: null },
    error: { type: String, default: null },
    attempts: { type: Number, required: true, default: 1 },
    startedAt: { type: Date, default: null },
    completedAt: { type: Date, required: true },
  },
  { collection: 'step_executions', strict: 'throw', minimize: false },
)
// GET /workflows/{id}/executions/{executionId}: the step runs in order.
stepExecutionSchema.index({ projectId: 1, executionId: 1, sequence: 1, retries: 1 }, { unique: true })
shardByProject(stepExecutionSchema, 'executionId')

export const StepExecution = ownedModel<StepExecutionRecord>('StepExecution', stepExecutionSchema)
