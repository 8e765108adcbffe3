import { expect } from 'chai'
import { CampaignBatch } from '../../models/campaign-batch.js'
import { Campaign } from '../../models/campaign.js'
import { sendEmails } from '../../commands/emails/send-emails.js'
import { planDataPatch } from '../../models/domain/data.js'
import { Email } from '../../models/email.js'
import { eventually } from '../support/eventually.js'
import { useStack } from '../support/stack.js'

describe('processes that die', () => {
  const posthorn = useStack()
  const recipientsOf = async (subject: string) => (await posthorn.inbox({ subject })).flatMap(({ to }) => to).sort()

  it('sends what a gateway stored and did not live to dispatch', async () => {
    // The gateway's own command without its relay: what is left of a request when the process ends in between.
    await sendEmails(
      {
        projectId: posthorn.project.id,
        recipients: [{ address: 'left@example.com', name: null, field: 'to' }],
        subject: 'Left behind',
        body: '<p>Hi</p>',
        from: { address: 'hello@example.com', name: null },
        patch: planDataPatch({}),
        headers: [],
        attachments: [],
        tags: [],
        claim: null,
      },
      { allowTestDomains: true, retentionDays: 1 },
    )
    await eventually(
      () => recipientsOf('Left behind'),
      (recipients) => recipients.length > 0,
    )
    expect(await recipientsOf('Left behind')).to.deep.equal(['left@example.com'])
  })

  it('delivers everything that a gateway answered 200 to before it was killed, once', async () => {
    const { api, stack } = posthorn
    const acknowledged: string[] = []
    const send = async (n: number): Promise<void> => {
      const to = `killed-${n}@example.com`
      const message = { to, subject: 'Before the kill', body: '<p>Hi</p>', from: 'hello@example.com' }
      const { status } = await api.post('/v1/send', message)
      if (status === 200) acknowledged.push(to)
      if (acknowledged.length === 20) await stack.kill('gateway')
    }
    await Promise.allSettled(Array.from({ length: 60 }, (_, n) => send(n)))
    expect(acknowledged.length).to.be.at.least(20)

    await eventually(
      () => recipientsOf('Before the kill'),
      (recipients) => acknowledged.every((to) => recipients.includes(to)),
    )
    const recipients = await recipientsOf('Before the kill')
    expect(new Set(recipients).size).to.equal(recipients.length)
    const isBack = () =>
      api.get('/health').then(
        ({ status }) => status === 200,
        () => false,
      )
    expect(await eventually(isBack, (back) => back)).to.equal(true)
  })

  it('sends a campaign to everybody once although its worker is killed twice', async function () {
    this.timeout(300_000)
    const { api, stack, project } = posthorn
    const size = 300
    const subject = `Campaign of ${project.id}`
    for (let first = 0; first < size; first += 20) {
      const made = Array.from({ length: 20 }, (_, n) => api.post('/contacts', { email: `c${first + n}@example.com` }))
      for (const { status } of await Promise.all(made)) expect(status).to.equal(201)
    }
    const draft = { name: 'All', subject, body: '<p>Hi {{ email }}</p>', from: 'news@example.com', audienceType: 'ALL' }
    const { id } = (await api.post('/campaigns', draft)).body.data
    expect((await api.post(`/campaigns/${id}/send`)).status).to.equal(200)
    const campaign = async () => (await api.get(`/campaigns/${id}`)).body.data
    for (const sent of [20, 120]) {
      await eventually(campaign, ({ sentCount }) => sentCount >= sent, 120_000)
      await stack.kill('worker')
    }
    // Not by the API, which would limit who asks so often for so long.
    const stored = () => Campaign.findById(id).orFail().lean()
    const ended = await eventually(stored, ({ status }) => status === 'SENT', 240_000)

    expect(ended).to.include({ totalRecipients: size, sentCount: size, failedCount: 0, skippedCount: 0 })
    const recipients = await recipientsOf(subject)
    expect(recipients).to.have.length(size)
    expect(new Set(recipients).size).to.equal(size)
  })

  it('sends nothing after the answer of a cancellation, although the worker dies with it, and settles every email', async function () {
    this.timeout(240_000)
    const { api, stack, project } = posthorn
    const size = 200
    const subject = `Cancelled of ${project.id}`
    for (let first = 0; first < size; first += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => api.post('/contacts', { email: `x${first + n}@example.com` })),
      )
    }
    const draft = { name: 'Cut', subject, body: '<p>Hi</p>', from: 'news@example.com', audienceType: 'ALL' }
    const { id } = (await api.post('/campaigns', draft)).body.data
    await api.post(`/campaigns/${id}/send`)
    const campaign = async () => (await api.get(`/campaigns/${id}`)).body.data
    await eventually(campaign, ({ sentCount }) => sentCount >= 10)
    await stack.kill('worker')
    expect((await api.post(`/campaigns/${id}/cancel`)).status).to.equal(200)
    const answeredAt = new Date()

    // What it had claimed is settled, and the rest of its audience forgotten.
    await eventually(
      () => CampaignBatch.countDocuments({ campaignId: id }),
      (left) => left === 0,
      180_000,
    )
    const ended = await campaign()
    expect(ended.status).to.equal('CANCELLED')
    expect(await Email.countDocuments({ campaignId: id, status: { $in: ['PENDING', 'SENDING'] } })).to.equal(0)
    // What left was in the provider's hands already: claimed before the answer, and never again after it.
    const left = await Email.find({ campaignId: id, sentAt: { $ne: null } }).lean()
    expect(await recipientsOf(subject)).to.deep.equal(left.map(({ to }) => to).sort())
    expect(ended.sentCount).to.equal(left.length)
    for (const { attempt, claimedAt } of left) {
      expect(attempt).to.equal(1)
      expect(claimedAt).to.be.below(answeredAt)
    }
  })
})
