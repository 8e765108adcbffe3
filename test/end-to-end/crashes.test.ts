import { expect } from 'chai'
import { CampaignBatch, Contact, Email } from '../support/models.js'
import { temporalIds } from '../../workflows/contracts.js'
import { fetchHistory } from '../support/record-histories.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'

// Longer than any call to the provider waits.
const NEVER_MS = 60_000

describe('processes that die', () => {
  const posthorn = useStack()
  const recipientsOf = async (subject: string) => (await posthorn.inbox({ subject })).flatMap(({ to }) => to).sort()

  it('delivers everything that a gateway answered 200 to before it was killed, once', async () => {
    const { api } = posthorn
    const acknowledged: string[] = []
    const send = async (n: number): Promise<void> => {
      const to = `killed-${n}@example.com`
      const message = { to, subject: 'Before the kill', body: '<p>Hi</p>', from: 'hello@example.com' }
      const { status } = await api.post('/v1/send', message)
      if (status === 200) acknowledged.push(to)
      if (acknowledged.length === 20) await posthorn.kill('gateway')
    }
    await Promise.allSettled(Array.from({ length: 60 }, (_, n) => send(n)))
    expect(acknowledged.length).to.be.at.least(20)

    await eventually(
      () => recipientsOf('Before the kill'),
      (recipients) => acknowledged.every((to) => recipients.includes(to)),
    )
    const recipients = await recipientsOf('Before the kill')
    expect(new Set(recipients).size).to.equal(recipients.length)
    await posthorn.untilReady('gateway')
    expect((await api.get('/health')).status).to.equal(200)
  })

  async function draftToAll(size: number): Promise<{ id: string; subject: string }> {
    const { api, project } = posthorn
    const subject = `Campaign of ${project.id}`
    const audience = Array.from({ length: size }, (_, n) => `${project.id}-${n}@example.com`)
    await Contact.insertMany(audience.map((email) => ({ projectId: project.id, email, subscribed: true })))
    const draft = { name: 'All', subject, body: '<p>Hi {{ email }}</p>', from: 'news@example.com', audienceType: 'ALL' }
    return { id: (await api.post('/campaigns', draft)).body.data.id, subject }
  }
  const untilTaken = (subject: string, count: number) =>
    eventuallyEquals(async () => (await posthorn.inbox({ subject })).length, count)

  it('sends a campaign to every recipient once although its worker is killed twice, and nothing while paused', async () => {
    const { api } = posthorn
    const size = 150
    const { id, subject } = await draftToAll(size)
    const shown = async () => (await api.get(`/campaigns/${id}`)).body.data
    // The first worker dies before it has an answer for anything that the provider took.
    await posthorn.behave({ holdAfter: 20, latencyMs: NEVER_MS })
    expect((await api.post(`/campaigns/${id}/send`)).status).to.equal(200)
    await untilTaken(subject, 20)
    await posthorn.kill('worker')
    await posthorn.untilReady('worker')
    // The second one dies when some outcomes are recorded and the rest is at the provider, with the campaign paused.
    await posthorn.behave({ holdAfter: 60, latencyMs: 0 })
    await untilTaken(subject, 80)
    await eventually(shown, ({ sentCount }) => sentCount >= 60)
    expect((await api.post(`/campaigns/${id}/pause`)).status).to.equal(200)
    await posthorn.kill('worker')
    await posthorn.untilReady('worker')
    // The provider never takes what it held for the dead worker.
    await posthorn.behave({ holdAfter: null })
    // The third one has found the pause.
    await eventually(
      async () => (await fetchHistory(posthorn, temporalIds.campaign(id))).events.map(({ eventType }) => eventType),
      (types) => types.includes('EVENT_TYPE_TIMER_STARTED'),
    )
    // The provider's events report all that it took, and it takes no more.
    expect(await eventually(shown, ({ sentCount }) => sentCount >= 80)).to.include({ status: 'SENDING', sentCount: 80 })
    expect(await recipientsOf(subject)).to.have.length(80)

    expect((await api.post(`/campaigns/${id}/resume`)).status).to.equal(200)
    const ended = await eventually(shown, ({ status }) => status === 'SENT')
    const counters = { totalRecipients: size, sentCount: size, failedCount: 0, skippedCount: 0 }
    expect(ended).to.include({ ...counters, pausedAt: null })
    const recipients = await recipientsOf(subject)
    expect(recipients).to.have.length(size)
    expect(new Set(recipients).size).to.equal(size)
  })

  it('sends nothing after the answer to a cancellation, although the worker dies too, and completes every email', async () => {
    const { api } = posthorn
    const { id, subject } = await draftToAll(100)
    await posthorn.behave({ holdAfter: 20, latencyMs: NEVER_MS })
    await api.post(`/campaigns/${id}/send`)
    await untilTaken(subject, 20)
    await posthorn.kill('worker')
    expect((await api.post(`/campaigns/${id}/cancel`)).status).to.equal(200)
    const answeredAt = new Date()
    await posthorn.behave({ holdAfter: null, latencyMs: 0 })

    // The claimed emails are completed, and the rest of the audience is forgotten.
    await eventuallyEquals(() => CampaignBatch.countDocuments({ campaignId: id }), 0)
    const campaign = async () => (await api.get(`/campaigns/${id}`)).body.data
    const ended = await eventually(campaign, ({ sentCount }) => sentCount === 20)
    expect(ended.status).to.equal('CANCELLED')
    expect(await Email.countDocuments({ campaignId: id, status: { $in: ['PENDING', 'SENDING'] } })).to.equal(0)
    // Every email that left was claimed before the answer, and never again after it.
    const left = await Email.find({ campaignId: id, sentAt: { $ne: null } }).lean()
    expect(left).to.have.length(20)
    expect(await recipientsOf(subject)).to.deep.equal(left.map(({ to }) => to).sort())
    expect(ended.sentCount).to.equal(left.length)
    for (const { attempt, claimedAt } of left) {
      expect(attempt).to.equal(1)
      expect(claimedAt).to.be.below(answeredAt)
    }
  })
})
