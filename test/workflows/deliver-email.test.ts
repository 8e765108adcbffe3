import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'chai'
import type { DeliveryActivities } from '../../activities/delivery.js'
import { deliverEmail } from '../../workflows/deliver-email.js'
import { useTimeSkipping } from '../support/time-skipping.js'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

describe('deliverEmail, as time passes', () => {
  const time = useTimeSkipping()
  const ref = { projectId: 'p', emailId: 'e' }
  const deferred = (retryAfterMs?: number) =>
    ApplicationFailure.create({
      message: 'throttled',
      type: 'DEFERRED',
      ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
    })

  it('tries again when the provider asked to, and not before', async () => {
    const attempts: number[] = []
    const activities: Partial<DeliveryActivities> = {
      deliverEmail: async () => {
        attempts.push(await time.now())
        if (attempts.length === 1) throw deferred(3 * HOUR_MS)
      },
    }
    await time.run(deliverEmail, ref, activities)
    expect(attempts).to.have.length(2)
    expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).to.be.within(3 * HOUR_MS, 4 * HOUR_MS)
  })

  for (const isResolved of [true, false]) {
    const then = isResolved ? 'gives it up' : 'tries once more a minute later when the provider may have it'
    it(`tries for a day, and then ${then}`, async () => {
      const begunAt = await time.now()
      const attempts: number[] = []
      const reasons: string[] = []
      const activities: Partial<DeliveryActivities> = {
        deliverEmail: async () => {
          attempts.push((await time.now()) - begunAt)
          // The one asks for nothing, and the other to be tried every half an hour.
          if (reasons.length === 0) throw deferred(isResolved ? undefined : HOUR_MS / 2)
        },
        giveUpEmail: async ({ reason }) => {
          reasons.push(reason)
          return isResolved
        },
      }
      await time.run(deliverEmail, ref, activities)
      expect(reasons).to.deep.equal(['throttled'])
      const inTime = attempts.slice(0, isResolved ? undefined : -1)
      if (isResolved) expect(inTime.length).to.be.within(140, 170)
      else expect(inTime.length).to.be.within(46, 48)
      expect(inTime.at(-1)).to.be.within(DAY_MS - HOUR_MS, DAY_MS)
      if (!isResolved) expect(attempts.at(-1)).to.be.within(DAY_MS - HOUR_MS, DAY_MS + HOUR_MS)
    })
  }
})
