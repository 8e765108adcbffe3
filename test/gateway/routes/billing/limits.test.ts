import { expect } from 'chai'
import { daysAfter } from '../../../../models/domain/calendar.js'
import { Email } from '../../../../models/email.js'
import { awayFromMidnight } from '../../../support/away-from-midnight.js'
import { createEmail } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { useStripe } from '../../../support/stripe-server.js'
import { countEmails, createOwnedProject } from './scene.js'

describe('the limits of a project', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()
  const unlimited = { limit: null, percentage: null, isWarning: false, isBlocked: false }
  const monthStart = (): string => `${new Date().toISOString().slice(0, 7)}-01`

  it('are unlimited at first, and show the emails of the month in UTC', async () => {
    const { projectId, owner, path } = await createOwnedProject(gateway)
    await countEmails(
      projectId,
      { sentTransactional: 1, sentCampaign: 2, sentWorkflow: 3, received: 4, bounced: 9 },
      monthStart(),
    )
    await countEmails(projectId, { sentTransactional: 500, received: 500 }, daysAfter(monthStart(), -1))
    await countEmails(projectId, { sentTransactional: 500 }, 'all')
    for (const status of ['PENDING', 'FAILED', 'SUPPRESSED', 'SENT'] as const) await createEmail({ projectId, status })
    const { status, body } = await owner.get(`${path}/billing-limits`)
    expect(status).to.equal(200)
    // One waiting email is not in the counters yet.
    expect(body).to.deep.equal({
      transactional: { ...unlimited, usage: 2 },
      campaigns: { ...unlimited, usage: 2 },
      workflows: { ...unlimited, usage: 3 },
      inbound: { ...unlimited, usage: 4 },
    })
  })

  it('can be set one by one, warn from 80 percent on and block at 100', async () => {
    const { projectId, owner, path } = await createOwnedProject(gateway)
    await countEmails(projectId, { sentTransactional: 79, sentCampaign: 80, sentWorkflow: 100, received: 130 })
    const all = { transactional: 100, campaigns: 100, workflows: 100, inbound: 100 }
    const { status, body } = await owner.put(`${path}/billing-limits`, all)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.deep.equal({
      transactional: { limit: 100, usage: 79, percentage: 79, isWarning: false, isBlocked: false },
      campaigns: { limit: 100, usage: 80, percentage: 80, isWarning: true, isBlocked: false },
      workflows: { limit: 100, usage: 100, percentage: 100, isWarning: true, isBlocked: true },
      inbound: { limit: 100, usage: 130, percentage: 130, isWarning: true, isBlocked: true },
    })
    const changed = await owner.put(`${path}/billing-limits`, { campaigns: 0, inbound: null })
    expect(changed.body.campaigns).to.include({ limit: 0, percentage: 100, isBlocked: true })
    expect(changed.body.inbound).to.deep.equal({ ...unlimited, usage: 130 })
    expect(changed.body.transactional).to.include({ limit: 100 })
    expect((await owner.get(`${path}/billing-limits`)).body).to.deep.equal(changed.body)
    expect((await owner.put(`${path}/billing-limits`, {})).body).to.deep.equal(changed.body)
  })

  it('are whole numbers from 0 on, or null: each invalid field is named', async () => {
    const { owner, path } = await createOwnedProject(gateway)
    const bad = { workflows: -1, campaigns: 1.5, transactional: '10', inbound: 1e15 }
    const res = await owner.put(`${path}/billing-limits`, bad)
    expect(res.status).to.equal(422)
    expect(res.faults).to.deep.equal([
      'workflows too_small',
      'campaigns invalid_type',
      'transactional invalid_type',
      'inbound too_big',
    ])
  })
})

describe('POST /v1/send with a limit on transactional email', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()

  const limited = async (limit: number) => {
    const { project, projectId, owner, path } = await createOwnedProject(gateway)
    const client = gateway.as(project.secretKey)
    const setLimit = async (transactional: number | null) => owner.put(`${path}/billing-limits`, { transactional })
    await setLimit(limit)
    let sent = 0
    const to = (count: number) => Array.from({ length: count }, () => `r${(sent += 1)}@example.com`)
    const send = (count: number, more: object = {}, headers: Record<string, string> = {}) =>
      client.post('/v1/send', { to: to(count), subject: 'Hi', body: 'Hi', from: 'news@example.com', ...more }, headers)
    const stored = () => Email.countDocuments({ projectId })
    return { send, setLimit, stored, owner, path }
  }

  it('accepts exactly as many recipients as the limit allows, and stores nothing of a larger request', async () => {
    const { send, stored, owner, path } = await limited(10)
    expect((await send(6)).status).to.equal(200)
    const res = await send(5)
    expect([res.status, res.code]).to.deep.equal([429, 'BILLING_LIMIT_EXCEEDED'])
    expect(res.details).to.deep.equal({ category: 'transactional', limit: 10, usage: 6 })
    expect(await stored()).to.equal(6)
    expect((await send(2)).status).to.equal(200)
    const { transactional } = (await owner.get(`${path}/billing-limits`)).body
    expect(transactional).to.deep.equal({ limit: 10, usage: 8, percentage: 80, isWarning: true, isBlocked: false })
    expect((await send(2)).status).to.equal(200)
    expect((await send(1)).details).to.deep.equal({ category: 'transactional', limit: 10, usage: 10 })
    expect(await stored()).to.equal(10)
  })

  it('accepts exactly the limit from simultaneous requests', async () => {
    const { send, stored } = await limited(20)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(1 + (n % 2))))
    const taken = answers.flatMap(({ status }, n) => (status === 200 ? [1 + (n % 2)] : [])).reduce((a, b) => a + b, 0)
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200, 429]))
    expect([taken, await stored()]).to.deep.equal([20, 20])
  })

  it('releases the idempotency key of a refused request, and accepts it once there is room', async () => {
    const { send, setLimit, stored } = await limited(0)
    const key = { 'idempotency-key': 'order-1' }
    expect((await send(1, {}, key)).status).to.equal(429)
    await setLimit(1)
    expect((await send(1, {}, key)).status).to.equal(200)
    expect((await send(1, {}, key)).code).to.equal('IDEMPOTENCY_KEY_REUSED')
    expect(await stored()).to.equal(1)
  })

  it('does not count a request that is refused for another reason, or one after the limit is removed', async () => {
    const { send, setLimit } = await limited(2)
    expect((await send(2, { template: '01890000-0000-7000-8000-000000000000' })).status).to.equal(404)
    expect((await send(2, { from: 'news@unverified.test-domain.org' })).status).to.equal(403)
    expect((await send(2)).status).to.equal(200)
    expect((await send(1)).status).to.equal(429)
    await setLimit(null)
    expect((await send(3)).status).to.equal(200)
  })
})
