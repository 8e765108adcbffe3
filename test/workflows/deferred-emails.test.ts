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
    deliverEmails: async ({ emailIds: [first = ''] }) => ({ deferred: [first] }),
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
    const [projectId, emailId, other] = [newId(), newId(), newId()]
    const together = temporalIds.emails(newId())
    await temporal.start({
      id: together,
      type: 'deliverEmails',
      queue: 'transactional-groups',
      input: { projectId, emailIds: [emailId, other] },
      summary: '2 emails',
      kind: 'delivery',
      priority: PRIORITY.transactional,
      projectId,
    })
    await eventuallyEquals(() => temporal.stateOf(together), 'completed')
    await eventuallyEquals(() => temporal.stateOf(temporalIds.email(emailId)), 'completed')
    // Deliveries that other tests have started may come to these workers as well.
    expect(attempts.filter((tried) => tried === emailId)).to.have.length(2)
  })
})
