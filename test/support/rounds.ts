import type { JobDeps } from '../../activities/jobs.js'
import type { RoundsProgress } from '../../activities/rounds.js'
import { createDomainSetup } from '../../commands/sending/domains/setup.js'
import { platformSettings } from '../../commands/sending/platform-mail/platform.js'
import { gridFsStore } from '../../commands/sending/uploads/grid-fs-store.js'
import { asActivity } from './activity-context.js'
import { testConfig } from './config.js'

/**
 * Dependencies of the activities of jobs and schedules: nothing is kept for a limited time, and failures are not
 * reported.
 */
export function jobDeps(some: Partial<JobDeps> = {}): JobDeps {
  return {
    isStopping: () => false,
    onItemFailure: () => undefined,
    retention: { waits: 0, events: 0, emails: 0, executions: 0 },
    domains: createDomainSetup(testConfig(), null),
    platform: platformSettings(testConfig()),
    uploads: gridFsStore,
    billing: null,
    ...some,
  }
}

/** The progress with which the workflow of a schedule begins. */
export function firstRound(began = new Date()): RoundsProgress {
  return { beganMs: began.getTime(), round: 1, after: null, done: {}, failed: [], oneByOne: 0, isDone: false }
}

/** Repeats the activity of a schedule until all is done, as its workflow does. */
export async function doRounds(
  goOn: (from: RoundsProgress) => Promise<RoundsProgress>,
  began = new Date(),
): Promise<RoundsProgress> {
  let progress = firstRound(began)
  do progress = await asActivity(() => goOn(progress))
  while (!progress.isDone)
  return progress
}
