import { expect } from 'chai'
import type { JobActivities } from '../../activities/jobs.js'
import { endSnooze } from '../../workflows/end-snooze.js'
import { useTimeSkipping } from '../support/time-skipping.js'

const DAY_MS = 24 * 60 * 60 * 1_000

describe('endSnooze, as time passes', () => {
  const time = useTimeSkipping()

  for (const [when, untilMs, soonestMs] of [
    ['when its pause is over', 30 * DAY_MS, 30 * DAY_MS],
    ['at once when its pause was over before', -DAY_MS, 0],
  ] as const) {
    it(`wakes a contact ${when}`, async () => {
      const begunAt = await time.now()
      const woken: { contactId: string; afterMs: number }[] = []
      const activities: Partial<JobActivities> = {
        wakeContact: async ({ contactId }) => {
          woken.push({ contactId, afterMs: (await time.now()) - begunAt })
        },
      }
      await time.run(endSnooze, { projectId: 'p', contactId: 'c', untilMs: begunAt + untilMs }, activities)
      expect(woken.map(({ contactId }) => contactId)).to.deep.equal(['c'])
      expect(woken[0]?.afterMs).to.be.within(soonestMs, soonestMs + DAY_MS / 24)
    })
  }
})
