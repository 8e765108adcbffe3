import type { StepResult } from '../../commands/executions/record-step-outcome.js'

/** A step that did what it is there for, with what it found out and the branch it takes. */
export function completed(output: Record<string, unknown> | null = null, branch: string | null = null): StepResult {
  return { status: 'COMPLETED', branch, output, error: null }
}

/** A step that was passed over; the walk goes on. */
export function skipped(reason: string): StepResult {
  return { status: 'SKIPPED', branch: null, output: { reason }, error: null }
}

/** A step that could not be done, which ends its execution. */
export function failed(error: string): StepResult {
  return { status: 'FAILED', branch: null, output: null, error }
}
