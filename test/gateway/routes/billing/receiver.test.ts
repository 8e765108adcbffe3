import { expect } from 'chai'
import { disableProject } from '../../../../commands/lifecycle/projects/switch-project.js'
import { BillingEvent, Campaign, Job } from '../../../support/models.js'
import { Project } from '../../../../models/project.js'
import { createCampaign } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { useStripe } from '../../../support/stripe-server.js'
import { createPayingProject, stateOf, tell } from './scene.js'

const WORKS = { disabled: false, disabledReason: null }
const UNPAID = { disabled: true, disabledReason: 'PAYMENT_FAILED' }

/** All orders of some items. */
const ordersOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => ordersOf(items.filter((_, index) => index !== at)).map((rest) => [item, ...rest]))

describe('POST /webhooks/incoming/billing', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings({ PLATFORM_FROM: 'posthorn@example.com' }))
  const deliver = (event: ReturnType<typeof stripe.event>, how?: Parameters<typeof stripe.deliver>[2]) =>
    stripe.deliver(gateway.as(), event, how)

  it('refuses an unsigned event, a changed one, and one older than five minutes', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    stripe.subscribe(customerId)
    const event = stripe.event('customer.subscription.created', customerId)
    for (const how of [{ secret: 'whsec_other' }, { agoSeconds: 301 }, { changed: ' ' }]) {
      const res = await deliver(event, how)
      expect([res.status, res.code], JSON.stringify(how)).to.deep.equal([400, 'BAD_REQUEST'])
    }
    expect((await gateway.as().post('/webhooks/incoming/billing', event)).status).to.equal(400)
    expect((await gateway.as().post('/webhooks/incoming/billing', 'x'.repeat(257 * 1024))).status).to.equal(413)
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: null })
    expect((await deliver(event, { agoSeconds: 240 })).status).to.equal(200)
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: 'active' })
  })

  it('applies the present state at Stripe, not that of the event, to setup-state too', async () => {
    const { customerId, projectId, owner } = await createPayingProject(gateway)
    const hasSubscription = async () =>
      (await owner.get(`/projects/${projectId}/setup-state`)).body.data.hasSubscription
    expect(await hasSubscription()).to.equal(false)
    const subscription = stripe.subscribe(customerId)
    const event = stripe.event('checkout.session.completed', customerId)
    expect((await deliver(event)).body).to.deep.equal({ success: true })
    expect(await hasSubscription()).to.equal(true)
    expect(await BillingEvent.findById(event['id']).orFail().lean()).to.have.keys('_id', 'projectId', 'appliedAt')
    subscription.status = 'canceled'
    await tell(gateway, stripe, customerId, 'customer.subscription.deleted')
    expect(await hasSubscription()).to.equal(false)
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: 'canceled' })
  })

  it('does not call Stripe for an event that it has applied before', async () => {
    const { customerId } = await createPayingProject(gateway)
    stripe.subscribe(customerId)
    const event = stripe.event('invoice.paid', customerId)
    for (const _ of [1, 2, 3]) expect((await deliver(event)).status).to.equal(200)
    expect(stripe.names).to.deep.equal(['GET /v1/subscriptions'])
  })

  it('answers 200 to events of unknown customers, without a customer and of other types, and changes nothing', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    stripe.subscribe(customerId)
    for (const event of [
      stripe.event('customer.subscription.updated', 'cus_unknown'),
      stripe.event('invoice.paid', null),
      stripe.event('charge.succeeded', customerId),
    ]) {
      expect((await deliver(event)).status).to.equal(200)
      expect(await BillingEvent.exists({ _id: event['id'] as string })).to.equal(null)
    }
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: null })
  })

  it('has the same result in whichever order the events come, and when they are all repeated', async () => {
    const types = ['checkout.session.completed', 'invoice.payment_failed', 'invoice.paid']
    const inOrder = async (order: string[]): Promise<void> => {
      const { customerId, projectId } = await createPayingProject(gateway)
      const subscription = stripe.subscribe(customerId, 'incomplete')
      const statuses = ['incomplete', 'unpaid', 'active']
      const events = order.map((type) => stripe.event(type, customerId))
      for (const [at, event] of events.entries()) {
        subscription.status = statuses[at] ?? ''
        expect((await deliver(event)).status).to.equal(200)
      }
      for (const event of events) expect((await deliver(event)).status).to.equal(200)
      expect(await stateOf(projectId), order.join()).to.deep.equal({ ...WORKS, status: 'active' })
    }
    await Promise.all(ordersOf(types).map(inOrder))
  })

  it('applies the answer to the latest call of Stripe, when an older answer comes later', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    const subscription = stripe.subscribe(customerId, 'unpaid')
    let isFirst = true
    stripe.onList = async () => {
      if (!isFirst) return
      isFirst = false
      // The first delivery has the answer of Stripe, and has not stored it yet.
      subscription.status = 'active'
      expect(await tell(gateway, stripe, customerId, 'invoice.paid')).to.equal(200)
    }
    expect(await tell(gateway, stripe, customerId, 'invoice.payment_failed')).to.equal(200)
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: 'active' })
  })

  it('has one result for many simultaneous deliveries', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    stripe.subscribe(customerId, 'unpaid')
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell(gateway, stripe, customerId)))
    expect(new Set(answers)).to.deep.equal(new Set([200]))
    expect(await stateOf(projectId)).to.deep.equal({ ...UNPAID, status: 'unpaid' })
    expect(await Job.countDocuments({ projectId, kind: 'TELL_MEMBERS' })).to.equal(1)
  })

  it('answers 503 while Stripe is away, and applies the event when it is repeated', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    stripe.subscribe(customerId)
    const event = stripe.event('customer.subscription.created', customerId)
    for (const trouble of ['away', 'failing', 'refusing'] as const) {
      stripe.trouble = trouble
      expect((await deliver(event)).status, trouble).to.equal(503)
    }
    expect(await BillingEvent.exists({ _id: event['id'] as string })).to.equal(null)
    stripe.trouble = null
    expect((await deliver(event)).status).to.equal(200)
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: 'active' })
  })

  it('disables a project whose payments have failed for good, with its campaigns, and enables it when they succeed', async () => {
    for (const [status, reason] of [
      ['unpaid', null],
      ['canceled', 'payment_failed'],
    ] as const) {
      const { customerId, projectId, project } = await createPayingProject(gateway)
      const campaign = await createCampaign({ projectId, status: 'SENDING' })
      const subscription = stripe.subscribe(customerId, 'past_due')
      await tell(gateway, stripe, customerId, 'invoice.payment_failed')
      expect(await stateOf(projectId), 'while Stripe still tries').to.deep.equal({ ...WORKS, status: 'past_due' })
      Object.assign(subscription, { status, reason })
      await tell(gateway, stripe, customerId)
      expect(await stateOf(projectId)).to.deep.equal({ ...UNPAID, status })
      const paused = await Campaign.findById(campaign._id).orFail().lean()
      expect(paused).to.include({ status: 'SENDING', pausedReason: 'PROJECT_DISABLED' })
      const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
      const refused = await gateway.as(project.secretKey).post('/v1/send', mail)
      expect(refused.details).to.deep.equal({ reason: 'PAYMENT_FAILED' })
      if (status === 'canceled') stripe.subscribe(customerId)
      else subscription.status = 'active'
      await tell(gateway, stripe, customerId, 'invoice.paid')
      expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: 'active' })
      expect((await gateway.as(project.secretKey).post('/v1/send', mail)).status).to.equal(200)
    }
  })

  it('does not disable a project whose owner has ended the subscription', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    stripe.subscribe(customerId, 'canceled', 'cancellation_requested')
    await tell(gateway, stripe, customerId)
    expect(await stateOf(projectId)).to.deep.equal({ ...WORKS, status: 'canceled' })
  })

  it('neither enables a project that is disabled for another reason, nor removes that reason', async () => {
    const { customerId, projectId } = await createPayingProject(gateway)
    await disableProject(projectId, 'MANUAL')
    const subscription = stripe.subscribe(customerId, 'unpaid')
    for (const status of ['unpaid', 'active']) {
      subscription.status = status
      await tell(gateway, stripe, customerId)
      expect(await stateOf(projectId)).to.deep.equal({ disabled: true, disabledReason: 'MANUAL', status })
    }
  })

  it('makes Stripe repeat an event that would enable or disable a project during its reset', async () => {
    const { customerId, projectId, owner, path } = await createPayingProject(gateway)
    stripe.subscribe(customerId, 'unpaid')
    expect((await owner.post(`${path}/reset`)).status).to.equal(202)
    const event = stripe.event('customer.subscription.updated', customerId)
    expect((await deliver(event)).status).to.equal(503)
    await Project.updateOne({ _id: projectId }, { $set: { disabled: false }, $unset: { erasure: 1 } })
    expect((await deliver(event)).status).to.equal(200)
    expect(await stateOf(projectId)).to.deep.equal({ ...UNPAID, status: 'unpaid' })
  })
})
