import type { ClientSession } from 'mongoose'
import { escapeKey } from '../../../models/domain/fields.js'
import { StepCount, type StepCounter, type StepCountRecord } from '../../../models/step-count.js'
import { newId } from '../../../runtime/ids.js'
import { afterCommit } from '../../../runtime/mongodb/transaction.js'
import { foldLater } from './fold-counts.js'

const DAY_MS = 86_400_000

/** An addition to one counter of a step. */
export interface StepCounted {
  projectId: string
  workflowId: string
  stepId: string
  counter: StepCounter
  at: Date
  /** 1 if omitted. */
  by?: number
}

/**
 * Adds to the counters of steps, inside the transaction that records these steps, with one insert. An insert conflicts
 * with no other transaction.
 */
export async function countSteps(session: ClientSession, counted: readonly StepCounted[]): Promise<void> {
  if (counted.length === 0) return
  const rows = rowsOf(counted)
  await StepCount.collection.insertMany(rows, { session })
  afterCommit(session, () => foldLater(rows))
}

/** The begin of the day of a moment in UTC, or of the day that is `daysBefore` earlier. */
export function dayInUtc(at: Date, daysBefore = 0): Date {
  return new Date((Math.floor(at.getTime() / DAY_MS) - daysBefore) * DAY_MS)
}

function rowsOf(counted: readonly StepCounted[]): StepCountRecord[] {
  const rows = new Map<string, StepCountRecord>()
  for (const { projectId, workflowId, stepId, counter, at, by = 1 } of counted) {
    const day = dayInUtc(at)
    const key = `${workflowId}:${day.getTime()}`
    const row = rows.get(key) ?? { _id: newId(), projectId, workflowId, day, steps: {} }
    const counts = (row.steps[escapeKey(stepId)] ??= {})
    counts[counter] = (counts[counter] ?? 0) + by
    rows.set(key, row)
  }
  return [...rows.values()]
}
