import { expect } from 'chai'
import { snoozeContact } from '../../support/subscriptions.js'
import type { ContactRecord } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { createContact, createContacts, createProject } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

describe('PATCH /contacts/:id', () => {
  const { gateway, project, client } = useProject()

  const patch = async (contact: { _id: string }, body: object) => client.patch(`/contacts/${contact._id}`, body)

  it('changes what is sent and nothing else, and answers the contact', async () => {
    const contact = await createContact({
      projectId: project.id,
      data: { plan: 'free', 'a.b': 1, gone: 'x', kept: 'y' },
    })
    const res = await patch(contact, { data: { plan: 'pro', gone: null, kept: '', 'a.b': { c: [1] } }, unknown: 1 })
    expect(res.status).to.equal(200)
    expect(res.body).to.deep.include({
      id: contact._id,
      email: contact.email,
      subscribed: true,
      data: { plan: 'pro', 'a.b': { c: [1] }, kept: 'y' },
    })
    expect((await client.get(`/contacts/${contact._id}`)).body).to.deep.equal({
      ...res.body,
      suppression: null,
      optedOut: false,
    })
    expect(Date.parse(res.body.updatedAt)).to.be.at.least(contact.updatedAt.getTime())
    expect(gateway.entries).to.deep.equal([{ kind: 'contact', projectId: project.id, id: contact._id }])
  })

  it('removes all custom fields by `data: null`', async () => {
    const contact = await createContact({ projectId: project.id, data: { plan: 'free', 'a.b': 1 } })
    expect((await patch(contact, { data: null })).body.data).to.deep.equal({})
  })

  it('changes the address, in lower case, and finds the contact by it', async () => {
    const contact = await createContact({ projectId: project.id })
    expect((await patch(contact, { email: ' New@Example.com' })).body.email).to.equal('new@example.com')
    expect((await client.post('/contacts', { email: 'new@example.com' })).body.id).to.equal(contact._id)
  })

  it('answers 409 for an address of another contact, and accepts its own', async () => {
    const [contact, other] = (await createContacts(2, { projectId: project.id })) as [ContactRecord, ContactRecord]
    const taken = await patch(contact, { email: other.email.toUpperCase(), data: { plan: 'pro' } })
    expect([taken.status, taken.body.error.code]).to.deep.equal([409, 'CONFLICT'])
    expect((await client.get(`/contacts/${contact._id}`)).body).to.include({ email: contact.email })
    expect((await client.get(`/contacts/${contact._id}`)).body.data).to.deep.equal({})
    expect((await patch(contact, { email: contact.email.toUpperCase() })).status).to.equal(200)
    const foreign = await createContact({ projectId: (await createProject()).id })
    expect((await patch(contact, { email: foreign.email })).status).to.equal(200)
  })

  it('assigns an address to one of several contacts that request it at the same moment', async () => {
    const contacts = await createContacts(5, { projectId: project.id })
    const answers = await Promise.all(contacts.map((contact) => patch(contact, { email: 'wanted@example.com' })))
    expect(answers.map(({ status }) => status)).to.have.members([200, 409, 409, 409, 409])
  })

  it('keeps all concurrent changes, and emits one event for a change of subscription that each requests', async () => {
    const contact = await createContact({ projectId: project.id })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(contact, { subscribed: false, data: { [`k${n}`]: n } })),
    )
    expect(answers.map(({ body }) => body.subscribed)).to.deep.equal(Array(8).fill(false))
    const events = await Event.find({ projectId: project.id }).lean()
    expect(events.map(({ name, contactId, data }) => ({ name, contactId, data }))).to.deep.equal([
      { name: 'contact.unsubscribed', contactId: contact._id, data: { source: 'api' } },
    ])
    expect(Object.keys((await client.get(`/contacts/${contact._id}`)).body.data)).to.have.length(8)
  })

  it('ends a pause by an explicit choice, whether or not it changes the state', async () => {
    const until = new Date('2130-01-02T03:04:05.678Z')
    for (const subscribed of [true, false]) {
      const contact = await createContact({ projectId: project.id })
      await snoozeContact({ projectId: project.id, contactId: contact._id, until, source: 'manage' })
      expect((await client.get(`/contacts/${contact._id}`)).body).to.include({
        subscribed: false,
        snoozedUntil: until.toISOString(),
      })
      expect((await patch(contact, { subscribed })).body).to.include({ subscribed, snoozedUntil: null })
    }
  })

  const INVALID: [body: object, fault: string][] = [
    [{ email: 'nobody' }, 'email invalid_string'],
    [{ email: null }, 'email invalid_type'],
    [{ subscribed: 'no' }, 'subscribed invalid_type'],
    [{ data: 'x' }, 'data invalid_type'],
    [{ data: { locale: { value: 1, persistent: false } } }, 'data.locale invalid_type'],
  ]
  it('answers 422 for an invalid field, and changes nothing', async () => {
    const contact = await createContact({ projectId: project.id, data: { plan: 'free' } })
    for (const [body, fault] of INVALID) {
      const res = await patch(contact, { data: { plan: 'pro' }, ...body })
      expect(res, JSON.stringify(body)).to.deep.include({ status: 422, faults: [fault] })
    }
    expect((await client.get(`/contacts/${contact._id}`)).body.data).to.deep.equal({ plan: 'free' })
  })
})
