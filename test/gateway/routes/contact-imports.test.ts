import { expect } from 'chai'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { Contact, Event, Job } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { NO_ROWS, type ImportJob } from '../../../models/import-job.js'
import { newId } from '../../../runtime/ids.js'
import { applyMessages, notificationOf } from '../../commands/sending/emails/notifications.js'
import { only } from '../../support/conditions.js'
import { createContact, createEmail, createSegment } from '../../support/factories.js'
import { createImporter } from '../../support/import-file.js'
import { finishJob } from '../../support/jobs.js'
import { pagesOf, type PageName } from '../../support/pages.js'
import { useProject } from '../../support/project.js'

describe('an imported file', () => {
  const { gateway, project, client } = useProject()
  const { upload, importFile, contactOf } = createImporter({ client, project })

  describe('by its columns', () => {
    it('has one type for each column, so that a segment finds every contact', async () => {
      await importFile('email,plz\np1@example.com,10115\np2@example.com,01067\n')
      const condition = only({ field: 'data.plz', operator: 'contains', value: '1' })
      const segment = await client.post('/segments', { name: 'Towns', condition })
      const members = (await client.get(`/segments/${segment.body.id}/contacts`)).body.data
      expect(members.map(({ email }: { email: string }) => email)).to.have.members(['p1@example.com', 'p2@example.com'])
      const { fields } = (await client.get('/contacts/fields')).body
      expect(fields.find(({ field }: { field: string }) => field === 'data.plz')).to.include({ type: 'string' })
    })

    it('keeps words that mean yes and no elsewhere', async () => {
      await importFile('email,country,surname,vip\nx@example.com,NO,No,true\ny@example.com,SE,Yes,FALSE\n')
      expect((await contactOf('x@example.com')).data).to.deep.equal({ country: 'NO', surname: 'No', vip: true })
      expect((await contactOf('y@example.com')).data).to.deep.equal({ country: 'SE', surname: 'Yes', vip: false })
    })
  })

  describe('whose columns contain the subscription', () => {
    it('is refused with a suggestion until the request states their meaning', async () => {
      const csv = 'email,Status,unsub time\na@example.com,active,\nb@example.com,active,2024-05-01\n'
      const res = await upload(csv)
      expect(res).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields: ['file'] })
      expect(res.body.error.suggestion).to.include('?map=Status:subscribed&map=unsub%20time:unsubscribed')
      expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
      expect(await upload(csv, '?map=Status:ignore')).to.deep.include({ status: 400, fields: ['file'] })

      await importFile(csv, '?map=Status:subscribed&map=unsub%20time:unsubscribed')
      expect(await contactOf('a@example.com')).to.deep.include({ subscribed: true, data: {} })
      expect(await contactOf('b@example.com')).to.deep.include({ subscribed: false, data: {} })
    })

    it('is refused for a map with an unknown column or target, an empty one, a column twice, or a NUL', async () => {
      const twice = ['plan:ignore&map=plan:data', 'plan:ignore&map=a%00:ignore']
      for (const map of ['state:ignore', 'plan:keep', 'plan', '', 'plan%00:ignore', ...twice]) {
        const res = await upload('email,plan\na@example.com,x\n', `?map=${map}`)
        expect(res, map).to.deep.include({ status: 400, fields: ['map'] })
      }
      expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
    })
  })

  describe('with rules for all of its contacts', () => {
    const CSV = 'email,subscribed\nnew@example.com,\nyes@example.com,yes\nknown@example.com,\nbad\n'
    it('subscribes a new contact without a subscription in its row, unless the request says otherwise', async () => {
      for (const query of ['', '?subscribed=true', '?subscribed=false']) {
        await Contact.deleteMany({ projectId: project.id })
        await createContact({ projectId: project.id, email: 'known@example.com' })
        expect(await importFile(CSV, query)).to.include({ created: 2, updated: 1, unchanged: 1, failed: 1 })
        const states = await Promise.all(['new', 'yes', 'known'].map((name) => contactOf(`${name}@example.com`)))
        const isSubscribed = query !== '?subscribed=false'
        expect(
          states.map(({ subscribed }) => subscribed),
          query,
        ).to.deep.equal([isSubscribed, true, true])
      }
    })

    it('adds each contact to a static segment, once, and counts its members', async () => {
      const known = await createContact({ projectId: project.id, email: 'known@example.com' })
      const segment = (await client.post('/segments', { name: 'Fair', type: 'STATIC', trackMembership: true })).body
      const readSegment = async () => (await client.get(`/segments/${segment.id}`)).body
      for (const updated of [1, 3]) {
        expect(await importFile(CSV, `?segmentId=${segment.id}`)).to.include({ updated, failed: 1 })
        expect((await readSegment()).memberCount).to.equal(3)
      }
      const members = (await client.get(`/segments/${segment.id}/contacts`)).body.data
      const addresses = ['new', 'yes', 'known'].map((name) => `${name}@example.com`)
      expect(members.map(({ email }: { email: string }) => email)).to.have.members(addresses)
      const entries = { projectId: project.id, name: `segment.${segment.slug}.entry` }
      expect(await Event.distinct('contactId', entries))
        .to.have.length(3)
        .and.to.include(known._id)
      expect(await Event.countDocuments(entries)).to.equal(3)
    })

    it('imports only the rows when the segment is deleted meanwhile', async () => {
      const segment = (await client.post('/segments', { name: 'Fair', type: 'STATIC' })).body
      const { jobId } = (await upload(CSV, `?segmentId=${segment.id}`)).body
      await client.delete(`/segments/${segment.id}`)
      const { result } = await finishJob<ImportJob>({ projectId: project.id, jobId }, importSlice)
      expect(result).to.include({ created: 3, failed: 1 })
      expect(await Contact.countDocuments({ projectId: project.id, segments: segment.id })).to.equal(0)
    })

    it('is refused for a segment that is dynamic or malformed', async () => {
      const condition = only({ field: 'data.plan', operator: 'exists' })
      const dynamic = (await createSegment({ projectId: project.id, type: 'DYNAMIC', condition }))._id
      expect(await upload(CSV, `?segmentId=${dynamic}`)).to.deep.include({ status: 422, fields: ['segmentId'] })
      expect(await upload(CSV, '?segmentId=x')).to.deep.include({ status: 400, fields: ['segmentId'] })
      expect(await upload(CSV, '?subscribed=no')).to.deep.include({ status: 400, fields: ['subscribed'] })
      expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
    })
  })

  describe('with contacts that have opted out themselves', () => {
    let email: EmailRecord
    const ROW = (address: string) => `email,subscribed,plan\n${address},yes,pro\n`

    beforeEach(async () => {
      const { _id: contactId } = await createContact({ projectId: project.id, email: 'ada@example.com' })
      email = await createEmail({ projectId: project.id, contactId, to: 'ada@example.com', status: 'SENT' })
    })

    const choose = (page: PageName, fields: Record<string, string>) =>
      gateway.as().post(pagesOf(email)[page], new URLSearchParams(fields))
    const notify = (event: object) => applyMessages([{ id: newId(), message: notificationOf(email, event) }])
    const AT = '2026-03-02T09:00:00.000Z'
    const bouncedRecipients = [{ emailAddress: 'ada@example.com' }]
    const BOUNCE = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients }
    const oneClick = () => choose('unsubscribe', { 'List-Unsubscribe': 'One-Click' })
    const unsubscribeByApi = () => client.patch(`/contacts/${email.contactId}`, { subscribed: false })

    const OPT_OUTS: [string, () => Promise<unknown>][] = [
      ['the page', () => choose('unsubscribe', { action: 'unsubscribe' })],
      ['the page of its choices', () => choose('manage', { action: 'unsubscribe' })],
      ['one click', () => oneClick()],
      ['a pause', () => choose('manage', { action: 'snooze', duration: '1_month' })],
      ['a complaint', () => notify({ eventType: 'Complaint', complaint: { timestamp: AT, feedbackId: 'f' } })],
      ['a bounce', () => notify({ eventType: 'Bounce', bounce: { ...BOUNCE, timestamp: AT } })],
      ['a page after the API had unsubscribed it', async () => unsubscribeByApi().then(() => oneClick())],
      ['a page before the API unsubscribed it again', async () => oneClick().then(() => unsubscribeByApi())],
    ]
    for (const [how, optOut] of OPT_OUTS) {
      it(`does not subscribe contacts that left by ${how}, unless the request says so`, async () => {
        await optOut()
        const before = await Contact.findById(email.contactId).orFail().lean()
        expect(before.subscribed).to.equal(false)

        const kept = await importFile(ROW('Ada@example.com '))
        expect(kept).to.deep.equal({ ...NO_ROWS, total: 1, updated: 1, keptUnsubscribed: 1 })
        const { subscribed, data, snoozedUntil } = await Contact.findById(email.contactId).orFail().lean()
        expect({ subscribed, data }).to.deep.equal({ subscribed: false, data: { plan: 'pro' } })
        expect(snoozedUntil).to.deep.equal(before.snoozedUntil)
        expect((await importFile(ROW('ada@example.com'), '?resubscribe=false')).keptUnsubscribed).to.equal(1)

        const forced = await importFile(ROW('ada@example.com'), '?resubscribe=true')
        expect(forced).to.include({ updated: 1, subscribed: 1, keptUnsubscribed: 0 })
        expect((await contactOf('ada@example.com')).subscribed).to.equal(true)
      })
    }

    const RETURNS: [string, () => Promise<unknown>][] = [
      ['the page', () => choose('subscribe', { action: 'subscribe' })],
      ['the API', () => client.patch(`/contacts/${email.contactId}`, { subscribed: true })],
      ['an import that says so', () => importFile(ROW('ada@example.com'), '?resubscribe=true')],
    ]
    for (const [how, comeBack] of RETURNS) {
      it(`removes the opt-out of a contact that came back by ${how}`, async () => {
        await choose('unsubscribe', { action: 'unsubscribe' })
        await comeBack()
        await unsubscribeByApi()
        expect(await importFile(ROW('ada@example.com'))).to.include({ updated: 1, keptUnsubscribed: 0 })
        expect((await contactOf('ada@example.com')).subscribed).to.equal(true)
      })
    }

    it('subscribes contacts that the API, or a file before, unsubscribed', async () => {
      await unsubscribeByApi()
      expect((await importFile(ROW('ada@example.com'))).keptUnsubscribed).to.equal(0)
      await importFile('email,subscribed\nada@example.com,no\n')
      expect((await importFile(ROW('ada@example.com'))).keptUnsubscribed).to.equal(0)
      expect((await contactOf('ada@example.com')).subscribed).to.equal(true)
    })

    it('subscribes no contact by the state in another product', async () => {
      await choose('unsubscribe', { action: 'unsubscribe' })
      const result = await importFile('email,status\nada@example.com,Subscribed\n', '?map=status:subscribed')
      expect(result).to.include({ updated: 1, keptUnsubscribed: 1 })
      expect((await contactOf('ada@example.com')).subscribed).to.equal(false)
    })

    it('does not count a blank cell, a no, or a subscribed contact as an opt-out', async () => {
      await choose('unsubscribe', { action: 'unsubscribe' })
      await createContact({ projectId: project.id, email: 'in@example.com' })
      const rows = ['ada@example.com,', 'ada@example.com,no', 'in@example.com,yes']
      expect(await importFile(`email,subscribed\n${rows.join('\n')}\n`)).to.include({ updated: 3, keptUnsubscribed: 0 })
    })

    it('makes a new contact of a suppressed address without subscribing it', async () => {
      await client.post('/suppressions', { email: 'gone@example.com' })
      const result = await importFile('email,plan\ngone@example.com,pro\nnew@example.com,pro\n')
      expect(result).to.include({ created: 2, keptUnsubscribed: 1 })
      expect(await contactOf('gone@example.com')).to.deep.include({ subscribed: false, data: { plan: 'pro' } })
      expect((await contactOf('new@example.com')).subscribed).to.equal(true)
      await importFile('email,subscribed\ngone@example.com,yes\n', '?resubscribe=true')
      expect((await contactOf('gone@example.com')).subscribed).to.equal(true)
    })

    it('refuses a resubscribe that is neither true nor false', async () => {
      for (const query of ['?resubscribe=yes', '?resubscribe=', '?resubscribe=true&resubscribe=true']) {
        expect(await upload('email\n', query)).to.deep.include({ status: 400, fields: ['resubscribe'] })
      }
    })
  })
})
