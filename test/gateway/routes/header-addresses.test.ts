import { expect } from 'chai'
import { Contact, Email } from '../../support/models.js'
import { createCampaign } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { createSender, type Sent } from '../../support/sends.js'

const TOKEN = 'Reply+Q1w2E3@Inbound.Example.com'
const KEPT = 'Reply+Q1w2E3@inbound.example.com'
const message = { subject: 'Hi', body: 'Hello', from: 'Sales.Team@Example.com' }
const draft = { ...message, name: 'News', replyTo: TOKEN }

describe('addresses in headers and envelopes', () => {
  const { project, client } = useProject()

  const { send, deliver } = createSender({ project, client }, { ...message, to: 'Ann.Lee@Example.com' })
  const sent = async (body: object) => {
    const [answer] = (await send(body)) as [Sent]
    const [mail] = await deliver(answer.email)
    return { answer, ...mail }
  }

  it('keep their local parts in a message, and have their domains in lower case', async () => {
    const { raw, to, answer } = await sent({ reply: TOKEN })
    expect(raw).to.include(`Reply-To: ${KEPT}\r\n`)
    expect(raw).to.include('From: Sales.Team@example.com\r\n')
    expect(raw).to.include('To: Ann.Lee@example.com\r\n')
    expect(to).to.equal('Ann.Lee@example.com')
    expect(answer.contact.email).to.equal('ann.lee@example.com')
    expect((await client.get('/emails?to=ANN.LEE@example.com')).body.data[0].to).to.equal('ann.lee@example.com')
  })

  it('keep them for a named sender and several named recipients', async () => {
    const { raw } = await sent({
      from: { name: 'Sales', email: message.from },
      to: [{ name: 'Ann', email: 'Ann.Lee@Example.com' }, 'Bob@Example.com'],
    })
    expect(raw).to.include('From: Sales <Sales.Team@example.com>\r\n')
    expect(raw).to.include('To: Ann <Ann.Lee@example.com>\r\n')
  })

  it('keep them in templates, and in the answers', async () => {
    const made = await client.post('/templates', { ...draft, type: 'TRANSACTIONAL' })
    expect(made.body).to.include({ replyTo: KEPT, from: 'Sales.Team@example.com' })
    const changed = await client.patch(`/templates/${made.body.id}`, { replyTo: 'Other+AbC@x.Example.com' })
    expect(changed.body.replyTo).to.equal('Other+AbC@x.example.com')
    const { raw } = await sent({ template: made.body.id, from: undefined, subject: undefined, body: undefined })
    expect(raw).to.include('Reply-To: Other+AbC@x.example.com\r\n').and.to.include('From: Sales.Team@example.com\r\n')
  })

  it('keep them in campaigns and their tests', async () => {
    const made = await client.post('/campaigns', { ...draft, audienceType: 'ALL' })
    expect(made.body.data).to.include({ replyTo: KEPT, from: 'Sales.Team@example.com' })
    const changed = await client.put(`/campaigns/${made.body.data.id}`, { replyTo: 'Other+AbC@x.Example.com' })
    expect(changed.body.data.replyTo).to.equal('Other+AbC@x.example.com')
    const { _id } = await createCampaign({ projectId: project.id, replyTo: KEPT, from: 'Sales.Team@example.com' })
    expect((await client.post(`/campaigns/${_id}/test`, { email: 'Ann.Lee@Example.com' })).status).to.equal(200)
    const test = await Email.findOne({ projectId: project.id, sourceType: 'TEST' }).orFail().lean()
    const [{ raw, to } = {}] = await deliver(test._id)
    expect(test.to).to.equal('ann.lee@example.com')
    expect(to).to.equal('Ann.Lee@example.com')
    expect(raw).to.include(`Reply-To: ${KEPT}\r\n`).and.to.include('To: Ann.Lee@example.com\r\n')
  })

  it('keep them in steps of workflows', async () => {
    const template = await client.post('/templates', draft)
    const workflow = await client.post('/workflows', { name: 'w', eventName: 'e' })
    const config = { from: 'Sales.Team@Example.com', recipient: { type: 'CUSTOM', customEmail: 'Desk+X@Example.com' } }
    const step = await client.post(`/workflows/${workflow.body.id}/steps`, {
      type: 'SEND_EMAIL',
      name: 's',
      templateId: template.body.id,
      config,
    })
    expect(step.body.config).to.deep.include({
      from: 'Sales.Team@example.com',
      recipient: { type: 'CUSTOM', customEmail: 'Desk+X@example.com' },
    })
  })

  it('are erased with their contact', async () => {
    const { answer } = await sent({})
    expect((await Email.findById(answer.email).orFail().lean()).toSpelling).to.equal('Ann.Lee@example.com')
    const { _id } = await Contact.findOne({ projectId: project.id }).orFail().lean()
    expect((await client.delete(`/contacts/${_id}`)).status).to.equal(204)
    expect(JSON.stringify(await client.get(`/emails/${answer.email}`))).not.to.include('Ann.Lee')
  })
})
