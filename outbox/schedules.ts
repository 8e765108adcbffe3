import { setTimeout as delay } from 'node:timers/promises'
import type { Schedule, Temporal } from './temporal.js'

const RETRY_MS = 5_000

/** The schedules of the installation itself. */
export const SCHEDULES: readonly Schedule[] = [
  {
    id: 'sweep-segments',
    type: 'sweepSegments',
    queue: 'jobs',
    spec: { everyMinutes: 5 },
    summary: 'Sweep the segments of all projects',
    kind: 'sweep',
  },
  {
    id: 'purge-expired',
    type: 'purgeExpired',
    queue: 'jobs',
    // Not at a full hour, when scheduled workflows begin.
    spec: { cron: '17 3 * * *', timezone: 'UTC' },
    summary: 'Delete what has expired',
    kind: 'purge',
  },
  {
    id: 'recheck-domains',
    type: 'recheckDomains',
    queue: 'jobs',
    spec: { everyMinutes: 5 },
    summary: 'Check the DNS records of sender domains',
    kind: 'check',
  },
  {
    id: 'report-usage',
    type: 'reportUsage',
    queue: 'jobs',
    // Not at a full hour, when scheduled workflows begin.
    spec: { cron: '47 * * * *', timezone: 'UTC' },
    summary: 'Report the emails of paying projects',
    kind: 'report',
  },
]

/** Schedules that are being stored in the background. */
export interface KeptSchedules {
  /** Resolves once all schedules are stored. */
  stored: Promise<void>
  /** Gives up the schedules that are not stored yet. */
  stop(): Promise<void>
}

/**
 * Creates or updates the schedules of these queues in the background, with retries while Temporal is away. Several
 * processes may do so concurrently.
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
