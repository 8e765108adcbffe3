import { proxyActivities, sleep } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { EndSnoozeInput } from './contracts.js'

const { wakeContact } = proxyActivities<JobActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/** Subscribes a contact again at the end of its snooze, unless the snooze was ended before. */
export async function endSnooze(input: EndSnoozeInput): Promise<void> {
  const leftMs = input.untilMs - Date.now()
  if (leftMs > 0) await sleep(leftMs, { summary: 'Until the snooze ends' })
  await wakeContact(input)
}
