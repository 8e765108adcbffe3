import { expect } from 'chai'
import { recordEmailFacts } from '../../../commands/emails/record-email-facts.js'
import { EMAIL_STATUSES } from '../../../models/domain/email-status.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { newId } from '../../../runtime/ids.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { createCampaign, createContact, createEmail, createProject, createTemplate } from '../../support/factories.js'
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

    it('finds the few that are being sent among very many others, page by page, each once', async () => {
      const example = await createEmail({ projectId: project.id, status: 'DELIVERED' })
      // Many of one moment, so that a look ends between emails of the same time.
      const emails = Array.from({ length: 21_000 }, (_, n) => ({
        ...example,
        _id: newId(),
        createdAt: new Date(example.createdAt.getTime() + Math.floor(n / 5_000)),
        status: n % 6_000 === 7 ? 'SENT' : n % 7_000 === 6 ? 'SENDING' : 'DELIVERED',
      }))
      await Email.collection.insertMany(emails as never[])
      for (const status of ['SENT', 'SENDING']) {
        const wanted = emails.filter((email) => email.status === status).map(({ _id }) => _id)
        const found: string[] = []
        let pages = 0
        for (let cursor: string | null = ''; cursor !== null; pages += 1) {
          const { body } = await client.get(`/emails?status=${status}&limit=2${cursor && `&cursor=${cursor}`}`)
          found.push(...body.data.map(({ id }: { id: string }) => id))
          expect(body.hasMore).to.equal(body.cursor !== null)
          cursor = body.cursor
        }
        expect(found).to.have.members(wanted)
        expect(new Set(found).size).to.equal(found.length)
        expect(pages).to.be.within(3, 6)
      }
      // Among the latest ten thousand.
      expect((await client.get('/emails?status=SENDING')).body.total).to.equal(1)
      expect((await client.get('/emails?status=DELIVERED')).body.total).to.equal(21_001 - 4 - 3)
    })

    it('shows the record of an email and no more', async () => {
      const template = await createTemplate({ projectId: project.id })
      const email = await createEmail({
        projectId: project.id,
        templateId: template._id,
        toName: 'Ada',
        fromName: 'Acme',
        replyTo: 'help@example.com',
        tags: ['receipt'],
        headers: [['X-Order', '7']],
        status: 'OPENED',
        messageId: 'm-1',
        sentAt: new Date('2026-03-01T10:00:00Z'),
        openedAt: new Date('2026-03-01T11:00:00Z'),
        opens: 2,
      })
      const res = await client.get('/emails')
      expect(res).to.deep.include({
        status: 200,
        body: {
          data: [
            {
              id: email._id,
              contactId: email.contactId,
              to: email.to,
              toName: 'Ada',
              subject: 'Hello',
              from: 'sender@example.com',
              fromName: 'Acme',
              replyTo: 'help@example.com',
              sourceType: 'TRANSACTIONAL',
              templateId: template._id,
              campaignId: null,
              executionId: null,
              stepId: null,
              status: 'OPENED',
              messageId: 'm-1',
              error: null,
              deferred: null,
              sentAt: '2026-03-01T10:00:00.000Z',
              deliveredAt: null,
              openedAt: '2026-03-01T11:00:00.000Z',
              clickedAt: null,
              bouncedAt: null,
              complainedAt: null,
              opens: 2,
              clicks: 0,
              tags: ['receipt'],
              createdAt: email.createdAt.toISOString(),
            },
          ],
          cursor: null,
          hasMore: false,
          total: 1,
        },
      })
    })

    it('goes from the newest to the oldest, each once, although others arrive between the pages', async () => {
      const at = new Date('2026-03-01T10:00:00Z')
      const emails = []
      // Several of one moment, so that the time alone is no position.
      for (let n = 0; n < 7; n += 1) {
        emails.push(
          await createEmail({ projectId: project.id, createdAt: new Date(at.getTime() + Math.floor(n / 3) * 1_000) }),
        )
      }
      const expected = emails.map(({ _id }) => _id).toReversed()
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

    it('lists by status, contact, campaign and address, and by several at once', async () => {
      const contact = await createContact({ projectId: project.id, email: 'ada@example.com' })
      const campaign = await createCampaign({ projectId: project.id })
      const mine = await createEmail({
        projectId: project.id,
        contactId: contact._id,
        to: 'ada@example.com',
        status: 'BOUNCED',
      })
      const others = { contactId: contact._id, campaignId: campaign._id, status: 'SENT' } as const
      const sent = await createEmail({ projectId: project.id, ...others, to: 'former@example.com' })
      await createEmail({ projectId: project.id, status: 'SENT' })

      expect(await idsOf('status=BOUNCED')).to.deep.equal([mine._id])
      expect(await idsOf(`contactId=${contact._id.toUpperCase()}`)).to.deep.equal([sent._id, mine._id])
      expect(await idsOf(`campaignId=${campaign._id}`)).to.deep.equal([sent._id])
      expect(await idsOf('to=%20Ada%40Example.com')).to.deep.equal([mine._id])
      expect(await idsOf('to=ada')).to.deep.equal([])
      expect(await idsOf('to=')).to.have.length(3)
      expect(await idsOf(`status=SENT&contactId=${contact._id}`)).to.deep.equal([sent._id])
      expect(await idsOf(`status=BOUNCED&campaignId=${campaign._id}`)).to.deep.equal([])
      const { body } = await client.get(`/emails?limit=1&contactId=${contact._id}`)
      expect(body).to.include({ total: 2, hasMore: true })
    })

    it('takes every status that an email can have', async () => {
      for (const status of EMAIL_STATUSES) await createEmail({ projectId: project.id, status })
      for (const status of EMAIL_STATUSES) expect(await idsOf(`status=${status}`), status).to.have.length(1)
    })

    const REFUSED: [query: string, field: string][] = [
      ['status=NEW', 'status'],
      ['status=sent', 'status'],
      ['status=', 'status'],
      ['contactId=nonsense', 'contactId'],
      ['campaignId=1', 'campaignId'],
      ['status=SENT&status=FAILED', 'status'],
    ]
    for (const [query, field] of REFUSED) {
      it(`answers 400 to ${query}`, async () => {
        const res = await client.get(`/emails?${query}`)
        expect(res).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields: [field] })
      })
    }

    it('answers 400 to a malformed cursor', async () => {
      expect((await client.get('/emails?cursor=nonsense')).status).to.equal(400)
    })

    it('lists nothing of another project, whatever ids and addresses are asked for', async () => {
      const campaign = await createCampaign({ projectId: project.id })
      const email = await createEmail({ projectId: project.id, campaignId: campaign._id })
      const other = gateway.as((await createProject()).secretKey)
      for (const query of ['', `contactId=${email.contactId}`, `campaignId=${campaign._id}`, `to=${email.to}`]) {
        expect(await idsOf(query, other), query).to.deep.equal([])
      }
      expect(await idsOf(`contactId=${UNKNOWN_ID}`)).to.deep.equal([])
    })
  })

  describe('GET /emails/:id', () => {
    const about = (emailId: string) => ({ projectId: project.id, emailId, at: new Date() })

    it('is the id that /v1/send answered with', async () => {
      const message = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
      const [sent] = (await client.post('/v1/send', message)).body.data.emails
      const res = await client.get(`/emails/${sent.email}`)
      expect(res.status).to.equal(200)
      expect(res.body).to.include({
        id: sent.email,
        contactId: sent.contact.id,
        to: 'ada@example.com',
        status: 'PENDING',
      })
      expect(res.body.timeline).to.deep.equal([{ type: 'email.created', timestamp: res.body.createdAt, data: {} }])
    })

    it('tells what happened to it, in order, and nothing that happened to others', async () => {
      const [email, other] = [
        await createEmail({ projectId: project.id }),
        await createEmail({ projectId: project.id }),
      ]
      await recordEmailFacts([{ ...about(email._id), key: 's', kind: 'sent', messageId: 'm-1' }])
      await recordEmailFacts([{ ...about(email._id), key: 'd', kind: 'delivered', messageId: 'm-1' }])
      await recordEmailFacts([{ ...about(other._id), key: 'f', kind: 'failed', reason: 'nobody' }])

      const { body } = await client.get(`/emails/${email._id}`)
      const [listed] = (await client.get(`/emails?to=${email.to}`)).body.data
      const { timeline, ...record } = body
      expect(record).to.deep.equal(listed)
      expect(record).to.include({ status: 'DELIVERED', messageId: 'm-1' })
      const types = timeline.map(({ type }: { type: string }) => type)
      expect(types).to.deep.equal(['email.created', 'email.sent', 'email.delivery'])
      const stored = await Event.findOne({ emailId: email._id, name: 'email.delivery' }).orFail().lean()
      expect(timeline[2].timestamp).to.equal(stored.createdAt.toISOString())
      expect(timeline[2].data).to.include({ emailId: email._id, to: email.to, deliveredAt: record.deliveredAt })
    })

    it('puts the submission before the delivery, although one notification tells of both', async () => {
      for (let n = 0; n < 10; n += 1) {
        const { _id } = await createEmail({ projectId: project.id, status: 'SENDING' })
        await recordEmailFacts([{ ...about(_id), key: 'd', kind: 'delivered', messageId: 'm-1' }])
        const { timeline } = (await client.get(`/emails/${_id}`)).body
        const types = timeline.map(({ type }: { type: string }) => type)
        expect(types).to.deep.equal(['email.created', 'email.sent', 'email.delivery'])
      }
    })

    it('shows the event of a client that names it, with its data as it was sent', async () => {
      const email = await createEmail({ projectId: project.id })
      const report = { name: 'rated', contactId: email.contactId, emailId: email._id, data: { 'a.b': { $c: 1 } } }
      expect((await client.post('/events/track', report)).status).to.equal(201)
      const { timeline } = (await client.get(`/emails/${email._id}`)).body
      expect(timeline[1]).to.deep.include({ type: 'rated', data: { 'a.b': { $c: 1 } } })
    })

    it('keeps what is not personal when its contact is deleted', async () => {
      const email = await createEmail({ projectId: project.id, status: 'SENT', toName: 'Ada' })
      expect((await client.delete(`/contacts/${email.contactId}`)).status).to.equal(204)
      const res = await client.get(`/emails/${email._id}`)
      expect(res.body).to.include({ to: null, toName: null, status: 'SENT', contactId: email.contactId })
    })
  })
})
