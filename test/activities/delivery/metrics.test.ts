import { expect } from 'chai'
import { withMetrics } from '../../../activities/providers/with-metrics.js'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import type { EmailRecord } from '../../../models/email.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { createEmail } from '../../support/factories.js'
import { growthOf } from '../../support/metrics.js'
import { refuse, useCampaignScene, type FakeProvider } from '../campaign/campaign-walk.js'

const REASONS = { throttled: 'provider_throttled', temporary: 'provider_unavailable', unknown: 'unknown_outcome' }

describe('the metrics of deliveries', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))
  const deliver = ({ _id }: EmailRecord) => deliverOne(deliveryDeps(withMetrics(provider)), projectId, _id)

  it('count an email once, by outcome and source, and its calls of the provider', async () => {
    const email = await createEmail({ projectId })
    const sent = { outcome: 'sent', source: 'transactional' }
    const work = () => Promise.all([deliver(email), deliver(email), deliver(email)])
    const calls = growthOf('posthorn_provider_request_duration_seconds', {}, () =>
      growthOf('posthorn_sends_total', sent, work).then((sends) => expect(sends).to.equal(1)),
    )
    expect(await calls).to.be.above(0)
    const delivered = {
      projectId,
      emailId: email._id,
      at: new Date(),
      key: 'd',
      kind: 'delivered' as const,
      messageId: null,
    }
    const record = async (): Promise<void> => {
      await recordEmailFacts([delivered])
      await recordEmailFacts([delivered])
    }
    expect(await growthOf('posthorn_email_events_total', { event: 'delivered' }, record)).to.equal(1)
  })

  for (const kind of ['throttled', 'temporary', 'unknown'] as const) {
    it(`count a ${kind} refusal and the deferred attempt`, async () => {
      const email = await createEmail({ projectId })
      provider.answer = () => refuse(kind)
      const work = () => growthOf('posthorn_sends_deferred_total', { reason: REASONS[kind] }, () => deliver(email))
      let deferred = 0
      const refusals = await growthOf(
        'posthorn_provider_refusals_total',
        { kind },
        async () => (deferred = await work()),
      )
      expect({ refusals, deferred }).to.deep.equal({ refusals: 1, deferred: 1 })
    })
  }

  it('count a permanent refusal as a failed email', async () => {
    const email = await createEmail({ projectId })
    provider.answer = () => refuse('permanent')
    const failed = { outcome: 'failed', source: 'transactional' }
    expect(await growthOf('posthorn_sends_total', failed, () => deliver(email))).to.equal(1)
  })
})
