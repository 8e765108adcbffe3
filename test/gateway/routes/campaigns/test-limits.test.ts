import { expect } from 'chai'
import { findReputation } from '../../../../commands/base/counters/reputation.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { DailyCount } from '../../../../models/daily-count.js'
import { Email } from '../../../../models/email.js'
import { Outbox } from '../../../../models/outbox-entry.js'
import { Project } from '../../../../models/project.js'
import type { Temporal } from '../../../../outbox/temporal.js'
import { awayFromMidnight } from '../../../support/away-from-midnight.js'
import { createCampaign, createEmail, createMember } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { useProject } from '../../../support/project.js'
import { useStripe } from '../../../support/stripe-server.js'
import { useRelays } from '../../../support/relays.js'
import { createOwnedProject } from '../billing/scene.js'

describe('tests to addresses that are not of members', () => {
  const first = useGateway()
  const second = useGateway({ TEST_STRANGERS_PER_DAY: 2 })
  const none = useGateway({ TEST_STRANGERS_PER_DAY: 0 })
  const { project } = useProject(first)
  awayFromMidnight()

  const tests = async (to: readonly string[], gateways = [first]) => {
    const { _id } = await createCampaign({ projectId: project.id })
    const send = (email: string, n: number) => {
      const gateway = gateways[n % gateways.length] ?? first
      return gateway.as(project.secretKey).post(`/campaigns/${_id}/test`, { email })
    }
    return Promise.all(to.map(send))
  }
  const strangers = (count: number, name = 's') => Array.from({ length: count }, (_, n) => `${name}${n}@example.com`)

  it('are refused from the 21st address of a day on, with the time to wait, also when all come at once', async () => {
    const answers = await tests(strangers(26))
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).to.deep.equal([20, 6])
    expect(refused[0]).to.include({ code: 'RATE_LIMIT_EXCEEDED' })
    for (const { details } of refused) expect((details as { retryAfter: number }).retryAfter).to.be.within(1, 86_400)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(20)
    const known = await Email.distinct('to', { projectId: project.id })
    const again = await tests([known[0]?.toUpperCase() ?? '', 'new@example.com'])
    expect(again.map(({ status }) => status)).to.deep.equal([200, 429])
  })

  it('are counted over all gateways, by project, and take no place when they are refused for another reason', async () => {
    const { _id } = await createCampaign({ projectId: project.id, from: 'a@unverified.org' })
    const refused = await first.as(project.secretKey).post(`/campaigns/${_id}/test`, { email: 'x@example.com' })
    expect(refused.status).to.equal(403)
    const answers = await tests(strangers(8), [second, second])
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(2)
    expect((await tests(strangers(30, 'other'))).filter(({ status }) => status === 200)).to.have.lengthOf(18)
    expect((await tests(['y@example.com'], [none])).map(({ status }) => status)).to.deep.equal([429])
  })

  it('do not limit tests to members, whose addresses are proved', async () => {
    const { email } = await createMember({ projectId: project.id, role: 'MEMBER' })
    const unproved = await createMember({ projectId: project.id, role: 'MEMBER' }, { emailVerified: false })
    await tests(strangers(20))
    const answers = await tests([email, email.toUpperCase(), unproved.email], [first, none])
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429])
  })
})

describe('the bounces of tests', () => {
  const { gateway, project, client } = useProject()
  const makeRelay = useRelays()
  awayFromMidnight()

  it('count for the reputation of the project and disable it, and not in analytics and campaigns', async () => {
    const projectId = project.id
    const now = new Date()
    const fields = { projectId, sourceType: 'TEST', status: 'SENDING' } as const
    const emails = await Promise.all(
      Array.from({ length: 100 }, (_, n) => createEmail({ ...fields, to: `bounce+${n}@example.com` })),
    )
    const about = emails.map(({ _id: emailId }) => ({ projectId, emailId, at: now, messageId: emailId }))
    await recordEmailFacts(about.map((email) => ({ ...email, key: 's', kind: 'sent' as const })))
    const bounced = { kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' } as const
    await recordEmailFacts(about.slice(0, 15).map((email) => ({ ...email, key: 'b', ...bounced })))
    await recordEmailFacts([{ ...about[20], key: 'c', kind: 'complained', feedbackType: 'abuse' } as never])
    const relay = makeRelay({
      temporal: { start: async () => undefined } as unknown as Temporal,
      judge: { disables: true, mailsMembers: false },
    })
    relay.enqueue(await Outbox.find({ projectId, kind: 'event' }).lean())
    await relay.close()

    const security = await client.get(`/projects/${projectId}/security`)
    expect(security.body.data.status.sevenDay).to.include({ total: 100, bounces: 15, complaints: 1, bounceRate: 15 })
    expect(await Project.findById(projectId).lean()).to.include({ disabled: true, disabledReason: 'EMAIL_REPUTATION' })
    const { body } = await client.get('/analytics/timeseries')
    expect(body.at(-1)).to.include({ emails: 0, bounces: 0, complaints: 0 })
    const days = await DailyCount.find({ projectId }).lean()
    expect(days.map(({ emails: counted }) => counted?.sentTransactional ?? 0)).to.deep.equal(days.map(() => 0))
    expect((await findReputation(projectId)).violations).to.have.lengthOf(2)
    expect((await gateway.as(project.secretKey).get('/campaigns')).body.data).to.deep.equal([])
  })
})

describe('tests at the limit of transactional emails', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()

  it('are refused by POST /campaigns/:id/test and POST /preview/send alike', async () => {
    const { project, projectId, owner, path } = await createOwnedProject(gateway)
    const member = await createMember({ projectId, role: 'MEMBER' })
    const client = gateway.as(project.secretKey)
    await owner.put(`${path}/billing-limits`, { transactional: 1 })
    const { _id } = await createCampaign({ projectId })
    const draft = { to: member.email, subject: 'News', body: '<p>News</p>', from: 'news@example.com' }
    const answers = [
      await client.post(`/campaigns/${_id}/test`, { email: 'ada@example.com' }),
      await client.post(`/campaigns/${_id}/test`, { email: 'ada@example.com' }),
      await client.post('/preview/send', draft),
    ]
    expect(answers.map(({ status, code = null }) => [status, code])).to.deep.equal([
      [200, null],
      [429, 'BILLING_LIMIT_EXCEEDED'],
      [429, 'BILLING_LIMIT_EXCEEDED'],
    ])
    const limits = await owner.get(`${path}/billing-limits`)
    expect(limits.body.transactional).to.include({ usage: 1, isBlocked: true })
  })
})
