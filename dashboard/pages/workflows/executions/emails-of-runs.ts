import type { StepRun } from './execution.js'

interface SentEmail {
  id: string
  stepId: string | null
  createdAt: string
}

/** The emails of each step run, by its id: those that were made after the run began and before the step ran again. */
export function emailsOfRuns<Email extends SentEmail>(
  runs: readonly StepRun[],
  emails: readonly Email[],
): ReadonlyMap<string, readonly Email[]> {
  const found = new Map<string, Email[]>()
  for (const email of emails) {
    const own = runs.filter(({ stepId }) => stepId === email.stepId)
    const run = own.findLast(({ startedAt }) => startedAt !== null && startedAt <= email.createdAt) ?? own[0]
    if (run) found.set(run.id, [...(found.get(run.id) ?? []), email])
  }
  return found
}
