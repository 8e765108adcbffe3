import { expect } from 'chai'
import { createBilling } from '../../../../activities/providers/billing.js'
import { createJobActivities } from '../../../../activities/jobs.js'
import type { ItemIds } from '../../../../activities/rounds.js'
import { DailyCount } from '../../../support/models.js'
import { dailyCountId } from '../../../../models/daily-count.js'
import { Project } from '../../../../models/project.js'
import { testConfig } from '../../../support/config.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { doRounds, jobDeps } from '../../../support/rounds.js'
import { useStripe } from '../../../support/stripe-server.js'

describe('the emails that are reported to the meter', () => {
  const stripe = useStripe()
  useDatabase({ isEmptied: 'before each' })
  beforeEach(() => stripe.metered.clear())

  const round = async (meter: string | undefined = 'emails') => {
    const failures: string[] = []
    const billing = createBilling(testConfig(stripe.settings(meter ? { STRIPE_METER_EVENT_NAME: meter } : {})))
    const onItemFailure = (_schedule: string, { projectId }: ItemIds): void => void failures.push(projectId ?? '')
    const { done } = await doRounds(createJobActivities(jobDeps({ billing, onItemFailure })).reportUsageOfProjects)
    return { ...done, failures }
  }
  const create = async (status = 'active') => {
    const { id: projectId } = await createProject()
    const customerId = `cus_${projectId}`
    const billing = { customerId, subscription: { id: 'sub', status, endedUnpaid: false } }
    await Project.updateOne({ _id: projectId }, { $set: { billing } })
    const count = (emails: Record<string, number>) =>
      DailyCount.collection.updateOne(
        { _id: dailyCountId(projectId, 'all') as never },
        { $inc: emails, $setOnInsert: { projectId, date: 'all' } },
        { upsert: true },
      )
    return { projectId, customerId, count }
  }
  const told = () =>
    [...stripe.metered.values()].map((row) => [row['payload[stripe_customer_id]'], Number(row['payload[value]'])])

  it('are those since the last round, of all categories, and none from before the subscription', async () => {
    const { customerId, count } = await create()
    await count({ 'emails.sentTransactional': 100 })
    await round()
    expect(told()).to.deep.equal([])
    await count({
      'emails.sentTransactional': 1,
      'emails.sentCampaign': 2,
      'emails.sentWorkflow': 3,
      'emails.received': 4,
    })
    expect(await round()).to.deep.equal({ reported: 1, failures: [] })
    await round()
    await count({ 'emails.sentCampaign': 5, 'emails.bounced': 7 })
    await round()
    expect(told()).to.deep.equal([
      [customerId, 10],
      [customerId, 5],
    ])
    expect([...stripe.metered.values()].map((row) => row['event_name'])).to.deep.equal(['emails', 'emails'])
  })

  it('are reported once, when Stripe is away, when an answer is lost, and by several workers at the same time', async () => {
    const { projectId, customerId, count } = await create()
    await round()
    await count({ 'emails.sentTransactional': 10 })
    stripe.trouble = 'failing'
    expect((await round()).failures).to.deep.equal([projectId])
    stripe.trouble = null
    // These belong to the report after the one that is repeated.
    await count({ 'emails.sentTransactional': 3 })
    const before = await Project.findById(projectId).orFail().lean()
    await round()
    // The worker dies after Stripe took the report, and before it has stored that.
    await Project.updateOne({ _id: projectId }, { $set: { 'billing.meter': before.billing?.meter } })
    await Promise.all([round(), round(), round()])
    await Promise.all([round(), round()])
    expect(told()).to.deep.equal([
      [customerId, 10],
      [customerId, 3],
    ])
  })

  it('are none without a meter, and none of a project that does not pay', async () => {
    const { count } = await create('canceled')
    await round()
    await count({ 'emails.sentTransactional': 10 })
    await round()
    expect(await round('')).to.deep.equal({ failures: [] })
    expect(told()).to.deep.equal([])
  })
})
