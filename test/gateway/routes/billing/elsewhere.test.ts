import { expect } from 'chai'
import { createExecutionActivities } from '../../../../activities/execution.js'
import { eraseProjectSlice } from '../../../../commands/lifecycle/erasure/erase-project-slice.js'
import { createBilling } from '../../../../activities/providers/billing.js'
import type { DomainSetup } from '../../../../commands/sending/domains/setup.js'
import { gridFsStore } from '../../../../commands/sending/uploads/grid-fs-store.js'
import { BillingEvent, Campaign, Execution, Outbox } from '../../../support/models.js'
import { Project } from '../../../../models/project.js'
import { recordingDeps } from '../../../activities/execution/entered-step.js'
import { awayFromMidnight } from '../../../support/away-from-midnight.js'
import { asActivity } from '../../../support/activity-context.js'
import { testConfig } from '../../../support/config.js'
import { deliveryDeps } from '../../../support/delivery-deps.js'
import { createCampaign, createContact, createTemplate, createWorkflow } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { makeStep } from '../../../support/graphs.js'
import { finishJob } from '../../../support/jobs.js'
import { useStripe } from '../../../support/stripe-server.js'
import { beginExecution, currentRef } from '../../../support/walks.js'
import { countEmails, createOwnedProject, createPayingProject, tell } from './scene.js'

describe('campaigns at a used-up limit', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()

  it('POST /campaigns/:id/send and /resume answer 429 until the limit is raised, except for a later date and a test', async () => {
    const { project, projectId, owner, path } = await createOwnedProject(gateway)
    const client = gateway.as(project.secretKey)
    await createContact({ projectId })
    await countEmails(projectId, { sentCampaign: 10 })
    await owner.put(`${path}/billing-limits`, { campaigns: 10 })
    const [draft, other, paused] = await Promise.all([
      createCampaign({ projectId }),
      createCampaign({ projectId }),
      createCampaign({ projectId, status: 'SENDING', pausedAt: new Date(), pausedReason: 'BILLING_LIMIT' }),
    ])
    for (const url of [`/campaigns/${draft._id}/send`, `/campaigns/${paused._id}/resume`]) {
      const res = await client.post(url, {})
      expect([res.status, res.code], url).to.deep.equal([429, 'BILLING_LIMIT_EXCEEDED'])
      expect(res.details).to.deep.equal({ category: 'campaigns', limit: 10, usage: 10 })
    }
    expect(await Campaign.findById(draft._id).lean()).to.include({ status: 'DRAFT' })
    expect((await client.get(`/campaigns/${paused._id}`)).body.data.pausedReason).to.equal('BILLING_LIMIT')
    const later = await client.post(`/campaigns/${other._id}/send`, { scheduledFor: '2099-01-01T00:00:00Z' })
    expect(later.status).to.equal(200)
    expect((await client.post(`/campaigns/${draft._id}/test`, { email: 'ada@example.com' })).status).to.equal(200)
    expect((await client.post('/campaigns/01890000-0000-7000-8000-000000000000/send', {})).status).to.equal(404)

    await owner.put(`${path}/billing-limits`, { campaigns: 11 })
    expect((await client.post(`/campaigns/${draft._id}/send`, {})).status).to.equal(200)
    const resumed = await client.post(`/campaigns/${paused._id}/resume`)
    expect(resumed.body.data).to.include({ pausedAt: null, pausedReason: null })
  })
})

describe('a SEND_EMAIL step at a used-up limit', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()

  it('fails with the reason, and is sent by a retry once the limit is raised', async () => {
    const { project, projectId, owner, path } = await createOwnedProject(gateway)
    const client = gateway.as(project.secretKey)
    await owner.put(`${path}/billing-limits`, { workflows: 1 })
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL' })
    const steps = [makeStep('SEND_EMAIL', { name: 'Mail', templateId }), makeStep('EXIT', { name: 'Done' })]
    const workflow = await createWorkflow({ projectId, steps })
    const recording = recordingDeps()
    const { settings } = deliveryDeps(recording.deps.provider, { hasBilling: true })
    const activities = createExecutionActivities({ ...recording.deps, settings })
    const walk = async () => {
      const { _id } = await beginExecution(workflow, (await createContact({ projectId }))._id)
      const again = async () => {
        const execution = await Execution.findById(_id).orFail().lean()
        return asActivity(() => activities.sendStepEmail(currentRef(execution)), 1)
      }
      await again()
      return { url: `/workflows/${workflow._id}/executions/${_id}`, again }
    }
    await walk()
    expect(recording.sent).to.have.length(1)
    const { url, again } = await walk()
    expect(recording.sent).to.have.length(1)
    const failed = await client.get(url)
    expect(failed.body).to.include({ status: 'FAILED' })
    expect(JSON.stringify(failed.body)).to.contain('billing_limit')

    await owner.put(`${path}/billing-limits`, { workflows: 2 })
    expect((await client.post(`${url}/retry`)).status).to.be.within(200, 202)
    await again()
    expect(recording.sent).to.have.length(2)
    expect((await client.get(url)).body.status).not.to.equal('FAILED')
  })
})

describe('the reset and the deletion of a project that pays', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()

  const kept = () => ({
    domains: { identities: null } as unknown as DomainSetup,
    uploads: gridFsStore,
    billing: createBilling(testConfig(stripe.settings())),
  })
  const finish = (projectId: string, jobId: string) =>
    finishJob({ projectId, jobId }, async (ref) => {
      const done = await eraseProjectSlice(ref, kept())
      await Outbox.deleteMany({ projectId })
      return done
    })

  it('DELETE waits for Stripe, cancels the subscription there and deletes the events', async () => {
    const { customerId, projectId, owner, path } = await createPayingProject(gateway)
    const subscription = stripe.subscribe(customerId)
    await tell(gateway, stripe, customerId)
    const ended = stripe.subscribe(customerId, 'canceled')
    const { body } = await owner.delete(path)
    stripe.trouble = 'failing'
    const failure = await finish(projectId, body.jobId).catch((error: unknown) => error)
    // Temporal repeats an activity after any error that is not explained to callers.
    expect(failure).to.be.an('error').with.property('name', 'Error')
    expect(subscription.status).to.equal('active')
    expect(await Project.exists({ _id: projectId })).not.to.equal(null)

    stripe.trouble = null
    await finish(projectId, body.jobId).catch(() => undefined)
    expect([subscription.status, ended.status]).to.deep.equal(['canceled', 'canceled'])
    expect(await Project.exists({ _id: projectId })).to.equal(null)
    expect(await BillingEvent.exists({ projectId })).to.equal(null)
    // Stripe notifies about the end of the subscription, which is no longer stored.
    expect(await tell(gateway, stripe, customerId, 'customer.subscription.deleted')).to.equal(200)
  })

  it('DELETE succeeds when Stripe does not know the subscription, and closes open pages for a new one', async () => {
    const { customerId, projectId, owner, path } = await createPayingProject(gateway)
    expect((await owner.post(`${path}/checkout`)).status).to.equal(200)
    const subscription = stripe.subscribe(customerId)
    stripe.onList = () => void stripe.subscriptions.delete(subscription.id)
    const { body } = await owner.delete(path)
    await finish(projectId, body.jobId).catch(() => undefined)
    expect(await Project.exists({ _id: projectId })).to.equal(null)
    expect(stripe.names).to.include('POST /v1/checkout/sessions/cs_*/expire')
  })

  it('reset keeps the subscription, the limits and the used amounts', async () => {
    const { customerId, projectId, project, owner, path } = await createPayingProject(gateway)
    stripe.subscribe(customerId)
    await tell(gateway, stripe, customerId)
    await countEmails(projectId, { sentTransactional: 5 })
    await owner.put(`${path}/billing-limits`, { transactional: 5 })
    const before = await Project.findById(projectId).orFail().lean()
    const { body } = await owner.post(`${path}/reset`)
    await finish(projectId, body.jobId)
    const after = await Project.findById(projectId).orFail().lean()
    expect(after.billing).to.deep.equal(before.billing)
    expect((await owner.get(`/projects/${projectId}/setup-state`)).body.data.hasSubscription).to.equal(true)
    const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
    const res = await gateway.as(project.secretKey).post('/v1/send', mail)
    expect(res.details).to.deep.equal({ category: 'transactional', limit: 5, usage: 5 })
  })
})
