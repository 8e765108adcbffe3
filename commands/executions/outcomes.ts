import type { StepOutcome } from '../../models/step-execution.js'

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
