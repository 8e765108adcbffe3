import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'chai'
import type { DeliveryActivities } from '../../activities/delivery.js'
import { newId } from '../../runtime/ids.js'
import { PRIORITY, temporalIds, type DeliverEmailInput } from '../../workflows/contracts.js'
import { eventuallyEquals } from '../support/eventually.js'
import { useTemporalWorkers } from './temporal-workers.js'

describe('an email that is deferred in the delivery of several', () => {
  /** The emails that were tried alone, once for each attempt. */
  const attempts: string[] = []
  const activities: Pick<DeliveryActivities, 'deliverEmail' | 'deliverEmails'> = {
    deliverEmails: async ({ groups }) => ({
      deferred: groups.map(({ projectId, emailIds: [emailId = ''] }) => ({ projectId, emailId })),
    }),
    deliverEmail: async ({ emailId }: DeliverEmailInput) => {
      attempts.push(emailId)
      // Temporal stops what does not outlive its parent during this second.
      if (attempts.filter((tried) => tried === emailId).length === 1) {
        throw ApplicationFailure.create({ message: 'throttled', type: 'DEFERRED', nextRetryDelay: '1 second' })
      }
    },
  }
  const workers = useTemporalWorkers(({ transactional, 'transactional-groups': groups }) => ({
    transactional: { ...transactional, activities: { ...transactional.activities, ...activities } },
    'transactional-groups': { ...groups, activities: { ...groups.activities, ...activities } },
  }))

  it('is delivered on its own after that delivery has ended', async () => {
    const { temporal } = workers
    const ofOne = { projectId: newId(), emailIds: [newId(), newId()] }
    const ofOther = { projectId: newId(), emailIds: [newId()] }
    const first = [ofOne, ofOther].map(({ emailIds: [emailId = ''] }) => emailId)
    const together = temporalIds.emails(newId())
    await temporal.start({
      id: together,
      type: 'deliverEmails',
      queue: 'transactional-groups',
      input: { groups: [ofOne, ofOther] },
      summary: '3 emails of 2 projects',
      kind: 'delivery',
      priority: PRIORITY.transactional,
    })
    await eventuallyEquals(() => temporal.stateOf(together), 'completed')
    for (const emailId of first) {
      await eventuallyEquals(() => temporal.stateOf(temporalIds.email(emailId)), 'completed')
      // Deliveries that other tests have started may come to these workers as well.
      expect(attempts.filter((tried) => tried === emailId)).to.have.length(2)
    }
  })
})
