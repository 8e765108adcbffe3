import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The counters of a step. */
export const STEP_COUNTERS = ['entered', 'completed', 'failed', 'skipped'] as const

export type StepCounter = (typeof STEP_COUNTERS)[number]

export type CountsOfStep = Partial<Record<StepCounter, number>>

/** For how many days the counters are kept. */
export const COUNTED_DAYS = 90

/**
 * Counters of the steps of a workflow on a day. Each transaction that records steps inserts its own document, because
 * concurrent increments of one document would abort each other. `foldCounts` adds such documents up later. The counters
 * of a day are the sum of all its documents.
 */
export interface StepCountRecord {
  _id: string
  projectId: string
  workflowId: string
  /** The begin of the day in UTC. */
  day: Date
  /** The counters by escaped id of a step. */
  steps: Record<string, CountsOfStep>
}

const stepCountSchema = new Schema<StepCountRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    workflowId: { type: String, required: true },
    day: { type: Date, required: true },
    steps: { type: Schema.Types.Mixed, required: true },
  },
  { collection: 'step_counts', strict: 'throw', minimize: false },
)
// GET /workflows/{id}/step-counts; DELETE /workflows/{id}; the reset and the deletion of a project.
stepCountSchema.index({ projectId: 1, workflowId: 1, day: 1 })
// The retention: one day more than a request can ask for, because a day ends after its start.
stepCountSchema.index({ day: 1 }, { expireAfterSeconds: (COUNTED_DAYS + 1) * 86_400 })
shardByProject(stepCountSchema)

export const StepCount = ownedModel<StepCountRecord>('StepCount', stepCountSchema)
