import { expect } from 'chai'
import { readAttachment } from '../../../commands/sending/emails/attachments.js'
import { loadContent } from '../../../commands/sending/emails/store-content.js'
import { chooseTranslation } from '../../../mail/rendering/choose-translation.js'
import { Contact, Email, Event, SenderDomain } from '../../support/models.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { createContact, createProject, createTemplate } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { waitingOf } from '../../support/outbox.js'

const inline = { subject: 'Hi {{ name }}', body: '<p>Hi {{ name }}</p>', from: 'news@example.com' }

describe('POST /v1/send', () => {
  const { gateway, project, client } = useProject()

  const send = (body: object) => client.post('/v1/send', body)
  const sent = async (body: object) => {
    const res = await send(body)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    const email = await Email.findOne({ _id: res.body.data.emails[0].email, projectId: project.id }).lean()
    if (!email) throw new Error('The email is not stored')
    return email
  }

  it('stores the email with its outbox entry, and makes the contact unsubscribed', async () => {
    const before = Date.now()
    const res = await send({ to: ' Ada@Example.com', ...inline, data: { name: 'Ada' } })
    expect(res.status).to.equal(200)
    const contact = await Contact.findOne({ projectId: project.id }).lean()
    const email = await Email.findOne({ projectId: project.id }).lean()
    const { timestamp } = res.body.data
    const emails = [{ contact: { id: contact?._id, email: 'ada@example.com' }, email: email?._id }]
    expect(res.body).to.deep.equal({ success: true, data: { emails, timestamp } })
    expect(Date.parse(timestamp)).to.be.within(before, Date.now())
    expect(contact).to.deep.include({ email: 'ada@example.com', subscribed: false, data: { name: 'Ada' } })
    expect(email).to.deep.include({
      to: 'ada@example.com',
      toName: null,
      from: 'news@example.com',
      fromName: null,
      replyTo: null,
      type: 'TRANSACTIONAL',
      sourceType: 'TRANSACTIONAL',
      status: 'PENDING',
      opens: 0,
      templateId: null,
      headers: [],
      attachments: [],
      tracking: null,
      tags: [],
    })
    expect(await waitingOf('email', project.id)).to.include(email?._id)
    expect(email?.createdAt).to.be.instanceOf(Date)
    const { subject, body } = inline
    expect(await loadContent(project.id, email?.contentId ?? '')).to.include({ subject, body })
    expect(gateway.entriesOf('email')).to.deep.equal([{ kind: 'email', projectId: project.id, id: email?._id }])
  })

  it('accepts every field of a message', async () => {
    const logo = Buffer.from([0, 1, 2, 250])
    const embedded = { contentType: 'image/png', contentId: 'logo', disposition: 'inline' }
    const email = await sent({
      ...inline,
      to: { name: 'Ada L.', email: 'ada@example.com' },
      from: { name: 'Acme', email: 'NEWS@example.com' },
      reply: 'help@example.com',
      headers: { 'X-Order': '7', 'x-note': 'a\tb' },
      tags: ['receipt'],
      tracking: false,
      attachments: [
        { filename: 'a b.pdf', content: Buffer.from('hello').toString('base64'), contentType: 'application/pdf' },
        { filename: 'l.png', content: logo.toString('base64'), ...embedded },
      ],
    })
    expect(email).to.deep.include({
      toName: 'Ada L.',
      from: 'NEWS@example.com',
      fromName: 'Acme',
      replyTo: 'help@example.com',
      headers: [
        ['X-Order', '7'],
        ['x-note', 'a\tb'],
      ],
      tracking: false,
      tags: ['receipt'],
    })
    const [pdf, png] = email.attachments
    expect(pdf).to.include({ filename: 'a b.pdf', contentId: null, disposition: 'attachment', sizeBytes: 5 })
    expect(png).to.include(embedded)
    expect((await readAttachment(email.projectId, png!)).equals(logo)).to.be.true
  })

  it('accepts a separate name for a sender without one', async () => {
    expect((await sent({ to: 'a@example.com', ...inline, name: 'Acme' })).fromName).to.equal('Acme')
    const from = { email: 'news@example.com' }
    expect((await sent({ to: 'a@example.com', ...inline, from, name: 'Acme' })).fromName).to.equal(null)
  })

  it('sends one email to each address in the order of the request, the first spelling of a repeated one', async () => {
    const to = [
      'c@example.com',
      { name: 'First', email: 'A@example.com' },
      'b@example.com',
      { name: 'Second', email: 'a@example.com' },
    ]
    const res = await send({ to, ...inline })
    expect(res.status).to.equal(200)
    const { emails } = res.body.data
    const order = emails.map((entry: { contact: { email: string } }) => entry.contact.email)
    expect(order).to.deep.equal(['c@example.com', 'a@example.com', 'b@example.com'])
    const stored = await Email.find({ projectId: project.id }).lean()
    const byId = new Map(stored.map((email) => [email._id, email]))
    for (const { contact, email } of emails)
      expect(byId.get(email)).to.include({ to: contact.email, contactId: contact.id })
    expect(stored.find(({ to }) => to === 'a@example.com')?.toName).to.equal('First')
    expect(gateway.entriesOf('email')).to.have.length(3)
  })

  it('stores the data of the request on the contact, one-off values only with the email', async () => {
    const data = { 'first.name': 'Ada', code: { value: 7, persistent: false }, plan: null }
    await createContact({ projectId: project.id, email: 'ada@example.com', data: { plan: 'pro', age: 36 } })
    const email = await sent({ to: 'ada@example.com', ...inline, data })
    const contact = await Contact.findOne({ projectId: project.id }).lean()
    expect(unescapeData(contact?.data)).to.deep.equal({ 'first.name': 'Ada', age: 36 })
    expect(unescapeData(email.variables?.data)).to.deep.equal({ 'first.name': 'Ada', code: 7 })
  })

  it('does not change the subscription of a known contact, and emits one event when the request does', async () => {
    const { _id } = await createContact({ projectId: project.id, email: 'ada@example.com', subscribed: true })
    await sent({ to: 'ada@example.com', ...inline })
    expect(await Contact.findById(_id).lean()).to.include({ subscribed: true })
    await sent({ to: 'ada@example.com', ...inline, subscribed: false })
    await sent({ to: 'ada@example.com', ...inline, subscribed: false })
    expect(await Contact.findById(_id).lean()).to.include({ subscribed: false })
    const events = await Event.find({ projectId: project.id }).lean()
    expect(events.map(({ name, contactId, data }) => ({ name, contactId, data }))).to.deep.equal([
      { name: 'contact.unsubscribed', contactId: _id, data: { source: 'send' } },
    ])
    expect(gateway.entries).to.deep.include({ kind: 'event', projectId: project.id, id: events[0]?._id })
  })

  describe('with a template', () => {
    const own = { type: 'TRANSACTIONAL', fromName: 'Acme', replyTo: 'help@example.com' } as const
    const german = { de: { subject: 'Hallo', body: 'Hallo' } }
    const template = (fields: object = {}) =>
      createTemplate({ projectId: project.id, ...own, translations: german, ...fields })

    it('uses its subject, body, sender, reply-to and translations, except for the fields of the request', async () => {
      const { _id, subject, body, from, translations } = await template()
      const email = await sent({ to: 'ada@example.com', template: _id })
      expect(email).to.include({ templateId: _id, from, ...own })
      expect(await loadContent(project.id, email.contentId)).to.deep.include({ subject, body, translations })
      const mine = { subject: 'Mine', from: 'other@example.com', reply: 'me@example.com' }
      const other = await sent({ to: 'ada@example.com', template: _id, ...mine })
      expect(other).to.include({ from: 'other@example.com', fromName: null, replyTo: 'me@example.com' })
      expect(await loadContent(project.id, other.contentId)).to.include({ subject: 'Mine', body })
    })

    it('completes the request with the part of the template in the language of the recipient', async () => {
      const { _id, subject, body } = await template({ translations: { de: { subject: 'Betreff', body: 'Text' } } })
      const inGerman = async (own: object) => {
        const { contentId } = await sent({ to: 'ada@example.com', template: _id, ...own })
        const content = await loadContent(project.id, contentId)
        if (!content) throw new Error('There is no content')
        return [chooseTranslation(content, 'de-AT'), chooseTranslation(content, 'fr')]
      }
      const ofBody = { body: 'Mine' }
      expect(await inGerman(ofBody)).to.deep.equal([
        { subject: 'Betreff', ...ofBody },
        { subject, ...ofBody },
      ])
      const ofSubject = { subject: 'Mine' }
      expect(await inGerman(ofSubject)).to.deep.equal([
        { ...ofSubject, body: 'Text' },
        { ...ofSubject, body },
      ])
      const both = { ...ofSubject, ...ofBody }
      expect(await inGerman(both)).to.deep.equal([both, both])
    })

    for (const type of ['MARKETING', 'HEADLESS'] as const) {
      it(`refuses ${type} to unsubscribed contacts, and sends and changes nothing`, async () => {
        const { _id } = await template({ type })
        await createContact({ projectId: project.id, email: 'in@example.com' })
        await createContact({ projectId: project.id, email: 'out@example.com', subscribed: false })
        const refused = async (body: object): Promise<string[]> => {
          const res = await send({ template: _id, data: { changed: true }, ...body })
          expect(res.status).to.equal(422)
          return res.faults
        }
        const several = ['in@example.com', 'out@example.com', 'new@example.com']
        expect(await refused({ to: several })).to.deep.equal(['to.1 unsubscribed', 'to.2 unsubscribed'])
        expect(await refused({ to: 'out@example.com' })).to.deep.equal(['to unsubscribed'])
        expect(await refused({ to: 'new@example.com' })).to.deep.equal(['to unsubscribed'])
        expect(await refused({ to: 'in@example.com', subscribed: false })).to.deep.equal(['to unsubscribed'])
        expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
        expect(await Contact.countDocuments({ projectId: project.id, 'data.changed': true })).to.equal(0)
        const subscribed = { projectId: project.id, email: 'in@example.com', subscribed: true }
        expect(await Contact.countDocuments(subscribed)).to.equal(1)
        expect((await send({ to: 'in@example.com', template: _id })).status).to.equal(200)
        expect((await send({ to: 'new@example.com', template: _id, subscribed: true })).status).to.equal(200)
      })
    }
  })

  it('answers 403 for an unverified sender domain, with nothing stored', async () => {
    await SenderDomain.create({ projectId: (await createProject()).id, domain: 'acme.io', verified: true })
    const res = await send({ to: 'ada@example.com', ...inline, from: 'news@acme.io' })
    const details = { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.io' }
    expect(res).to.deep.include({ status: 403, code: 'FORBIDDEN', details })
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
    await SenderDomain.create({ projectId: project.id, domain: 'acme.io', verified: true })
    expect((await send({ to: 'ada@example.com', ...inline, from: 'news@acme.io' })).status).to.equal(200)
  })
})
