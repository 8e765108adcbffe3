import { expect } from 'chai'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { EMAIL_STATUSES, listedStatusOf } from '../../../models/domain/email-status.js'
import { Email, Event } from '../../support/models.js'
import { newId } from '../../../runtime/ids.js'
import { createCampaign, createEmail, createProject, createTemplate } from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

describe('emails', () => {
  const { gateway, project, client } = useProject()

  describe('GET /emails', () => {
    const idsOf = async (query: string, as = client): Promise<string[]> => {
      const res = await as.get(`/emails?${query}`)
      expect(res.status, JSON.stringify(res.body)).to.equal(200)
      return res.body.data.map(({ id }: { id: string }) => id)
    }

    it('finds the few that are being sent among many others, page by page, each once', async () => {
      const example = await createEmail({ projectId: project.id, status: 'DELIVERED' })
      // Many emails of one moment, so that a batch ends between emails of the same time.
      const emails = Array.from({ length: 12_000 }, (_, n) => {
        const status = n % 6_000 === 7 ? 'SENT' : n % 7_000 === 6 ? 'SENDING' : 'DELIVERED'
        const createdAt = new Date(example.createdAt.getTime() + Math.floor(n / 5_000))
        return { ...example, _id: newId(), createdAt, status, listedStatus: listedStatusOf(status) }
      })
      await Email.collection.insertMany(emails as never[], { ignoreUndefined: true })
      for (const status of ['SENT', 'SENDING']) {
        const wanted = emails.filter((email) => email.status === status).map(({ _id }) => _id)
        let pages = 0
        const onPage = async () => void (pages += 1)
        const seen = await walkPages<{ id: string }>(client, `/emails?status=${status}&limit=2`, { onPage })
        const found = seen.map(({ id }) => id)
        expect(found).to.have.members(wanted)
        expect(new Set(found).size).to.equal(found.length)
        expect(pages).to.equal(2)
      }
      // Counts among the latest ten thousand.
      expect((await client.get('/emails?status=SENDING')).body.total).to.equal(1)
      expect((await client.get('/emails?status=DELIVERED')).body.total).to.equal(12_001 - 2 - 2)
    })

    it('shows only the documented fields of an email', async () => {
      const template = await createTemplate({ projectId: project.id })
      const names = { toName: 'Ada', fromName: 'Acme', replyTo: 'help@example.com', tags: ['receipt'] }
      const given = { ...names, templateId: template._id, status: 'OPENED' as const, messageId: 'm-1', opens: 2 }
      const [sentAt, openedAt] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T11:00:00Z')]
      const stored = { projectId: project.id, ...given, headers: [['X-Order', '7']] as [string, string][] }
      const email = await createEmail({ ...stored, sentAt, openedAt })
      const { _id: id, contactId, to, createdAt } = email
      const text = { subject: 'Hello', from: 'sender@example.com', sourceType: 'TRANSACTIONAL' }
      const origins = { campaignId: null, workflowId: null, executionId: null, stepId: null }
      const unknown = { deliveredAt: null, clickedAt: null, bouncedAt: null, complainedAt: null, unsubscribedAt: null }
      const none = { error: null, deferred: null, clicks: 0, ...origins, ...unknown }
      const shown = { id, contactId, to, ...given, ...text, ...none, sentAt, openedAt, createdAt }
      const body = { data: [shown], cursor: null, hasMore: false, total: 1 }
      expect(await client.get('/emails')).to.deep.include({ status: 200, body: JSON.parse(JSON.stringify(body)) })
    })

    it('lists the newest first, each once, although others arrive between the pages', async () => {
      const at = new Date('2026-03-01T10:00:00Z')
      const expected: string[] = []
      // Several of one moment, so that the time alone is no position.
      for (let n = 0; n < 7; n += 1) {
        const createdAt = new Date(at.getTime() + Math.floor(n / 3) * 1_000)
        expected.unshift((await createEmail({ projectId: project.id, createdAt }))._id)
      }
      const totals: number[] = []
      const seen = await walkPages<{ id: string }>(client, '/emails?limit=2', {
        async onPage({ total }) {
          totals.push(total)
          await createEmail({ projectId: project.id })
        },
      })
      expect(seen.map(({ id }) => id)).to.deep.equal(expected)
      expect(totals).to.deep.equal([7, 0, 0, 0])
    })

    it('accepts every status that an email can have', async () => {
      for (const status of EMAIL_STATUSES) await createEmail({ projectId: project.id, status })
      for (const status of EMAIL_STATUSES) expect(await idsOf(`status=${status}`), status).to.have.length(1)
    })

    it('lists nothing of another project, whatever ids and addresses are in the query', async () => {
      const campaign = await createCampaign({ projectId: project.id })
      const email = await createEmail({ projectId: project.id, campaignId: campaign._id })
      const other = gateway.as((await createProject()).secretKey)
      for (const query of ['', `contactId=${email.contactId}`, `campaignId=${campaign._id}`, `to=${email.to}`]) {
        expect(await idsOf(query, other), query).to.deep.equal([])
      }
    })
  })

  describe('GET /emails/:id', () => {
    const about = (emailId: string) => ({ projectId: project.id, emailId, at: new Date() })
    const typesOf = (timeline: { type: string }[]): string[] => timeline.map(({ type }) => type)

    it('is the id that /v1/send answered with', async () => {
      const message = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
      const [sent] = (await client.post('/v1/send', message)).body.data.emails
      const res = await client.get(`/emails/${sent.email}`)
      expect(res.status).to.equal(200)
      const { id: contactId } = sent.contact
      expect(res.body).to.include({ id: sent.email, contactId, to: 'ada@example.com', status: 'PENDING' })
      expect(res.body.timeline).to.deep.equal([{ type: 'email.created', timestamp: res.body.createdAt, data: {} }])
    })

    it('lists its events in order, and no events of other emails', async () => {
      const email = await createEmail({ projectId: project.id })
      const other = await createEmail({ projectId: project.id })
      await recordEmailFacts([{ ...about(email._id), key: 's', kind: 'sent', messageId: 'm-1' }])
      await recordEmailFacts([{ ...about(email._id), key: 'd', kind: 'delivered', messageId: 'm-1' }])
      await recordEmailFacts([{ ...about(other._id), key: 'f', kind: 'failed', reason: 'nobody' }])

      const { body } = await client.get(`/emails/${email._id}`)
      const [listed] = (await client.get(`/emails?to=${email.to}`)).body.data
      const { timeline, ...record } = body
      expect(record).to.deep.equal({ ...listed, type: 'TRANSACTIONAL', sentAgainFrom: null, sentAgainAs: null })
      expect(record).to.include({ status: 'DELIVERED', messageId: 'm-1' })
      expect(typesOf(timeline)).to.deep.equal(['email.created', 'email.sent', 'email.delivery'])
      const stored = await Event.findOne({ emailId: email._id, name: 'email.delivery' }).orFail().lean()
      expect(timeline[2].timestamp).to.equal(stored.createdAt.toISOString())
      expect(timeline[2].data).to.include({ emailId: email._id, to: email.to, deliveredAt: record.deliveredAt })
    })

    it('lists the submission before the delivery, although one notification is about both', async () => {
      for (let n = 0; n < 5; n += 1) {
        const { _id } = await createEmail({ projectId: project.id, status: 'SENDING' })
        await recordEmailFacts([{ ...about(_id), key: 'd', kind: 'delivered', messageId: 'm-1' }])
        const { timeline } = (await client.get(`/emails/${_id}`)).body
        expect(typesOf(timeline)).to.deep.equal(['email.created', 'email.sent', 'email.delivery'])
      }
    })

    it('shows the event of a client that names it, with its data as it was sent', async () => {
      const email = await createEmail({ projectId: project.id })
      const report = { name: 'rated', contactId: email.contactId, emailId: email._id, data: { 'a.b': { $c: 1 } } }
      expect((await client.post('/events/track', report)).status).to.equal(201)
      const { timeline } = (await client.get(`/emails/${email._id}`)).body
      expect(timeline[1]).to.deep.include({ type: 'rated', data: { 'a.b': { $c: 1 } } })
    })

    it('keeps data that is not personal when its contact is deleted', async () => {
      const email = await createEmail({ projectId: project.id, status: 'SENT', toName: 'Ada' })
      expect((await client.delete(`/contacts/${email.contactId}`)).status).to.equal(204)
      const res = await client.get(`/emails/${email._id}`)
      expect(res.body).to.include({ to: null, toName: null, status: 'SENT', contactId: email.contactId })
    })
  })
})
