import { expect } from 'chai'
import { storeContent } from '../../../commands/sending/emails/store-content.js'
import { Contact, Email, ReceivedBody } from '../../support/models.js'
import { createContact, createEmail } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { createSender } from '../../support/sends.js'

describe('GET /emails/:id/content', () => {
  const { project, client } = useProject()

  const contentOf = (id: string) => client.get(`/emails/${id}/content`)
  const expectGone = async (id: string, reason: string) => {
    expect(await contentOf(id)).to.deep.include({ status: 410, code: 'CONTENT_GONE', details: { reason } })
  }
  const sender = createSender(
    { project, client },
    {
      to: 'ada@example.com',
      subject: 'Order {{ order }} for {{ name ?? you }}',
      body: '<p>{{ order }} for {{ name ?? you }}</p><a href="https://acme.example/">Shop</a>',
      from: 'news@example.com',
    },
  )
  const send = async (fields: object = {}): Promise<string> => (await sender.send(fields))[0]?.email ?? ''
  const once = { order: { value: 7, persistent: false } }

  it('shows the message as the recipient got it, without tracked links', async () => {
    const id = await send({ data: { ...once, name: 'Ada' }, headers: { 'X-Order': '7' } })
    await sender.deliver(id)
    expect(await contentOf(id)).to.deep.include({
      status: 200,
      body: {
        subject: 'Order 7 for Ada',
        preheader: null,
        html: '<p>7 for Ada</p><a href="https://acme.example/">Shop</a>',
        text: '7 for Ada\n\nShop <https://acme.example/>',
        fault: null,
        headers: [{ name: 'X-Order', value: '7' }],
        attachments: [],
      },
    })
  })

  it('shows the subject that the recipient saw, on the record and in the lists too, whatever the contact is called later', async () => {
    await createContact({ projectId: project.id, email: 'ada@example.com', data: { name: 'Ada' } })
    const id = await send({ data: once })
    expect((await contentOf(id)).body.subject).to.equal('Order 7 for Ada')
    await sender.deliver(id)
    await Contact.updateOne({ projectId: project.id }, { $set: { 'data.name': 'Grace' } })
    expect((await contentOf(id)).body).to.include({ subject: 'Order 7 for Ada' })
    expect((await contentOf(id)).body.html).to.include('7 for Grace')
    expect((await client.get(`/emails/${id}`)).body.subject).to.equal('Order 7 for Ada')
    expect((await client.get('/emails')).body.data[0].subject).to.equal('Order 7 for Ada')
  })

  it('contains the values that the emails of one request share', async () => {
    const id = await send({ to: ['ada@example.com', 'bob@example.com'], data: once })
    expect((await contentOf(id)).body.html).to.include('7 for you')
  })

  it('has the footer of marketing mail, with links that lead nowhere', async () => {
    const contact = await createContact({ projectId: project.id })
    const content = { subject: 'News', body: '<p>News</p><a href="{{ subscribeUrl }}">in</a>' }
    const email = await createEmail({
      projectId: project.id,
      contactId: contact._id,
      to: contact.email,
      contentId: await storeContent(project.id, content, 1),
      type: 'MARKETING',
    })
    const { html } = (await contentOf(email._id)).body
    expect(html.match(/"[^"]*\/(?:unsubscribe|subscribe|manage)\/preview"/g)).to.have.length(3)
  })

  it('lists the files of an email without their bytes', async () => {
    const file = { filename: 'a.txt', content: Buffer.from('text').toString('base64'), contentType: 'text/plain' }
    const id = await send({ attachments: [file] })
    const [attachment] = (await contentOf(id)).body.attachments
    expect(attachment).to.include({ filename: 'a.txt', disposition: 'attachment', size: 4 })
  })

  it('shows a test to an address without a contact', async () => {
    const email = await createEmail({ projectId: project.id })
    await Email.collection.updateOne({ _id: email._id as never }, { $set: { contactId: '', sourceType: 'TEST' } })
    expect((await contentOf(email._id)).body.html).to.equal(`<p>Hello ${email.to}</p>`)
  })

  it('shows a received message', async () => {
    const email = await createEmail({ projectId: project.id, sourceType: 'INBOUND', subject: 'Question' })
    const verdict = 'PASS' as const
    const verdicts = { spam: verdict, virus: verdict, spf: verdict, dkim: verdict, dmarc: verdict }
    const expiresAt = new Date(Date.now() + 3_600_000)
    const received = { html: null, text: 'How?', isAutomatic: false }
    await ReceivedBody.create({ _id: email._id, projectId: project.id, ...received, verdicts, expiresAt })
    expect((await contentOf(email._id)).body).to.include({ subject: 'Question', html: null, text: 'How?' })
    await ReceivedBody.deleteOne({ _id: email._id })
    await expectGone(email._id, 'retention')
  })

  it('explains why a message could not be rendered', async () => {
    const id = await send({ body: '{{ order | url_decode }}', data: { order: 'secret%' } })
    const { body } = await contentOf(id)
    expect(body).to.include({ html: null, text: null, fault: 'The template failed at line 1, column 1' })
  })

  it('answers 410 once the content is deleted by retention, and once the contact is deleted', async () => {
    const old = await createEmail({ projectId: project.id, contentId: 'no-longer-there' })
    await expectGone(old._id, 'retention')
    const shared = await createEmail({ projectId: project.id, sharedVariablesId: 'no-longer-there' })
    await expectGone(shared._id, 'retention')
    const id = await send({ data: once })
    const contact = await Contact.findOne({ projectId: project.id, email: 'ada@example.com' }).orFail().lean()
    expect((await client.delete(`/contacts/${contact._id}`)).status).to.equal(204)
    await expectGone(id, 'contact_deleted')
  })

  it('answers 410 when the contact that filled in a message to another was deleted', async () => {
    const email = await createEmail({ projectId: project.id })
    await Email.updateOne({ _id: email._id }, { $set: { subject: '' } })
    await expectGone(email._id, 'contact_deleted')
  })
})
