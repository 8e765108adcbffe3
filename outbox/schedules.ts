import { setTimeout as delay } from 'node:timers/promises'
import type { Schedule, Temporal } from './temporal.js'

const RETRY_MS = 5_000

/** What the installation does by the clock. */
export const SCHEDULES: readonly Schedule[] = [
  {
    id: 'sweep-segments',
    type: 'sweepSegments',
    queue: 'jobs',
    spec: { everyMinutes: 5 },
    summary: 'Sweep the segments of all projects',
    kind: 'sweep',
  },
]

/** What is still being stored in the background. */
export interface KeptSchedules {
  /** Resolves when everything is stored. */
  stored: Promise<void>
  /** Gives up what is not stored yet. */
  stop(): Promise<void>
}

/**
 * Sees to it that the schedules of these queues are there and as they should be, in the background and for as long
 * as Temporal is away. Several processes may do so at once.
 */
export function keepSchedules(
  temporal: Pick<Temporal, 'ensureSchedule'>,
  queues: readonly string[],
  onFailure: (scheduleId: string, error: unknown) => void,
  retryMs = RETRY_MS,
): KeptSchedules {
  const stopping = new AbortController()
  const store = async (schedule: Schedule): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await temporal.ensureSchedule(schedule)
      } catch (error) {
        onFailure(schedule.id, error)
        await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const wanted = SCHEDULES.filter(({ queue }) => queues.includes(queue))
  const stored = Promise.all(wanted.map(store)).then(() => undefined)
  return {
    stored,
    async stop() {
      stopping.abort()
      await stored
    },
  }
}
