import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { newId } from '../../../runtime/ids.js'
import { createContact, createEmail, createProject } from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

interface Listed {
  id: string
  name: string
}

describe('POST /events/track', () => {
  const { gateway, project, client } = useProject()

  it('records an event of a contact, and stores the data as custom fields', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id, data: { plan: 'free', 'a.b': 1 } })
    const [code, $n] = [{ value: 7, persistent: false }, { 'x.y': [1] }]
    const data = { plan: 'pro', 'a.b': null, note: '', email: 'x', code, $n }
    const res = await client.post('/events/track', { name: ' signed up ', contactId, data })
    expect(res.status).to.equal(201)
    const { id, createdAt, ...rest } = res.body
    const shown = { name: 'signed up', data: { plan: 'pro', $n, code: 7 }, projectId: project.id }
    expect(rest).to.deep.equal({ ...shown, contactId, emailId: null })
    expect(new Date(createdAt).toISOString()).to.equal(createdAt)
    expect((await client.get(`/contacts/${contactId}`)).body.data).to.deep.equal({ plan: 'pro', $n: { 'x.y': [1] } })
    expect(gateway.entries.map(({ kind, id }) => [kind, id])).to.have.deep.members([
      ['contact', contactId],
      ['event', id],
    ])
    const { activity } = await Contact.findOne({ _id: contactId, projectId: project.id }).orFail().lean()
    expect(activity).to.have.nested.include({ 'signed up.count': 1 })
  })

  it('accepts the body of /v1/track, and makes the contact', async () => {
    const body = { email: ' Ada@Example.com ', event: 'signed up', subscribed: false, data: { plan: 'pro' } }
    const res = await client.post('/events/track', body)
    expect(res.status).to.equal(201)
    expect(res.body).to.deep.include({ name: 'signed up', data: { plan: 'pro' } })
    const contact = (await client.get(`/contacts/${res.body.contactId}`)).body
    expect(contact).to.deep.include({ email: 'ada@example.com', subscribed: false, data: { plan: 'pro' } })
  })

  it('records an event without a contact, which starts nothing', async () => {
    const res = await client.post('/events/track', { name: 'backup done', data: { 'a.b': 1, gone: null } })
    expect(res.status).to.equal(201)
    expect(res.body).to.deep.include({ contactId: null, emailId: null, data: { 'a.b': 1 } })
    expect(gateway.entries).to.deep.equal([{ kind: 'event', projectId: project.id, id: res.body.id }])
  })

  it('uses the contact of an email without an address, unless the contact is deleted', async () => {
    const email = await createEmail({ projectId: project.id })
    const res = await client.post('/events/track', { name: 'replied', emailId: email._id, data: { tone: 'kind' } })
    expect(res.body).to.include({ contactId: email.contactId, emailId: email._id })
    expect((await client.get(`/contacts/${email.contactId}`)).body.data).to.deep.equal({ tone: 'kind' })
    await Contact.deleteMany({ projectId: project.id })
    const later = await client.post('/events/track', { name: 'replied', emailId: email._id })
    expect(later.status).to.equal(201)
    expect(later.body).to.include({ contactId: null, emailId: email._id })
  })

  it('answers 404 for an email of another contact, and for one of another project beside an address', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id })
    const { _id: ofOther } = await createEmail({ projectId: project.id })
    const { _id: foreign } = await createEmail({ projectId: (await createProject()).id })
    for (const body of [
      { contactId, emailId: ofOther },
      { email: 'ada@example.com', emailId: foreign },
    ]) {
      const details = { resource: 'email', id: body.emailId }
      expect(await client.post('/events/track', { name: 'x', ...body })).to.deep.include({ status: 404, details })
    }
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('answers 400 with the plain message when a required field is missing', async () => {
    const missing: [body: object, fields: string][] = [
      [{}, 'field: name'],
      [{ contactId: 'nonsense', data: 5 }, 'field: name'],
      [{ email: 'ada@example.com' }, 'field: event'],
      [{ event: 'signed up' }, 'field: email'],
    ]
    for (const [body, fields] of missing) {
      const res = await client.post('/events/track', body)
      expect(res).to.deep.include({ status: 400, body: { error: `Missing required ${fields}` } })
    }
  })

  it('refuses the names of the service itself, naming the field of the caller', async () => {
    const reserved = ['email.open', 'email.anything', 'contact.subscribed', 'segment.vip.entry', 'segment.a.b.exit']
    for (const name of reserved) {
      for (const [field, body] of Object.entries({
        name: { name },
        event: { event: name, email: 'ada@example.com' },
      })) {
        const res = await client.post('/events/track', body)
        expect(res.status).to.equal(422)
        expect(res.body.error.errors).to.have.lengthOf(1)
        expect(res.body.error.errors[0]).to.include({ field, code: 'reserved_event', received: name })
      }
    }
    expect((await client.post('/events/track', { name: 'segment.entry' })).status).to.equal(201)
  })

  it('answers 422 naming the invalid field', async () => {
    const invalid: [body: object, fault: string][] = [
      [{ name: '  ' }, 'name too_small'],
      [{ name: 'x'.repeat(256) }, 'name too_big'],
      [{ name: 'a\nb' }, 'name invalid_string'],
      [{ name: 5 }, 'name invalid_type'],
      [{ name: 'x', contactId: 'nonsense' }, 'contactId invalid_string'],
      [{ name: 'x', emailId: 7 }, 'emailId invalid_type'],
      [{ name: 'x', data: [] }, 'data invalid_type'],
      [{ event: 'x', email: 'nobody' }, 'email invalid_string'],
      [{ event: 'x', email: 'a@example.com', subscribed: 'yes' }, 'subscribed invalid_type'],
    ]
    for (const [body, fault] of invalid)
      expect(await client.post('/events/track', body)).to.deep.include({ status: 422, faults: [fault] })
  })
})

describe('the lists of events', () => {
  const { gateway, project, client } = useProject()

  const track = async (name: string, contactId?: string): Promise<string> =>
    (await client.post('/events/track', { name, ...(contactId ? { contactId } : {}) })).body.id
  const twoContacts = async () =>
    [await createContact({ projectId: project.id }), await createContact({ projectId: project.id })] as const
  const names = (events: Listed[]): string[] => events.map(({ name }) => name)

  describe('GET /events', () => {
    it('lists the events of this project only, newest first, under two keys', async () => {
      const contact = await createContact({ projectId: project.id })
      await track('first', contact._id)
      const second = await client.post('/events/track', { name: 'second', data: { 'a.b': 1 } })
      const other = await createProject()
      await gateway.as(other.secretKey).post('/events/track', { name: 'foreign' })
      const res = await client.get('/events')
      expect(res.status).to.equal(200)
      expect(names(res.body.data)).to.deep.equal(['second', 'first'])
      expect(res.body.data[0]).to.deep.equal(second.body)
      expect(res.body.events).to.deep.equal(res.body.data)
      expect(res.body).to.include({ cursor: null, hasMore: false, total: 2 })
      const found = await client.get(`/events?id=${second.body.id}`)
      expect(found.body).to.deep.include({ data: [second.body], hasMore: false, total: 1 })
      const foreign = await gateway.as(other.secretKey).get(`/events?id=${second.body.id}`)
      expect(foreign.body).to.deep.include({ data: [], total: 0 })
    })

    it('filters by name and by contact, and lists nothing of a foreign contact', async () => {
      const [ada, bob] = await twoContacts()
      for (const name of ['a.b', 'c']) for (const { _id } of [ada, bob]) await track(name, _id)
      const list = async (query: string) => (await client.get(`/events?${query}`)).body
      expect(names((await list('eventName=a.b')).data)).to.deep.equal(['a.b', 'a.b'])
      expect(await list(`contactId=${ada._id}`)).to.include({ total: 2 })
      const both = await list(`contactId=${ada._id.toUpperCase()}&eventName=c`)
      expect(both.data.map(({ contactId }: { contactId: string }) => contactId)).to.deep.equal([ada._id])
      expect(both.total).to.equal(1)
      expect(await list('eventName=%20')).to.include({ total: 4 })
      expect(await list('eventName=unknown')).to.deep.include({ data: [], total: 0 })
      const foreign = await createContact({ projectId: (await createProject()).id })
      expect(await list(`contactId=${foreign._id}`)).to.deep.include({ data: [], events: [], total: 0 })
    })

    it('shows every event once across pages, although many have the same time and others arrive meanwhile', async () => {
      const contact = await createContact({ projectId: project.id })
      for (let n = 0; n < 12; n += 1) await track(`n${n}`, contact._id)
      await Event.updateMany({ projectId: project.id }, { $set: { createdAt: new Date('2026-03-01T00:00:00.000Z') } })
      const totals: number[] = []
      const seen = await walkPages<Listed>(client, '/events?limit=5', {
        async onPage({ total }) {
          if (totals.push(total) === 1) await track('later', contact._id)
        },
      })
      expect(names(seen)).to.have.members(Array.from({ length: 12 }, (_, n) => `n${n}`))
      expect(totals).to.deep.equal([12, 0, 0])
      for (const query of ['eventName=n3', `contactId=${contact._id}`, `contactId=${contact._id}&eventName=n3`]) {
        const all = await walkPages<Listed>(client, `/events?limit=1&${query}`)
        expect(new Set(all.map(({ id }) => id)).size).to.equal(query.includes('n3') ? 1 : 13)
      }
    })

    it('returns at most 100, also for an invalid limit', async () => {
      const createdAt = new Date()
      await Event.insertMany(
        Array.from({ length: 101 }, () => ({ _id: newId(), projectId: project.id, name: 'x', createdAt })),
      )
      for (const limit of ['', '0', '-1', 'many', '1000']) {
        const res = await client.get(`/events?limit=${limit}`)
        expect(res.body.data).to.have.lengthOf(100)
        expect(res.body.total).to.equal(101)
      }
    })

    it('answers 400 for a malformed cursor and a malformed contact id', async () => {
      for (const [query, fields] of Object.entries({ cursor: [], contactId: ['contactId'] })) {
        const res = await client.get(`/events?${query}=nonsense`)
        expect(res).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields })
      }
    })
  })

  describe('GET /events/contact/:contactId', () => {
    it('lists the events of this contact only, newest first, page by page', async () => {
      const [ada, bob] = await twoContacts()
      for (const name of ['first', 'second', 'third']) await track(name, ada._id)
      await track('of bob', bob._id)
      const res = await client.get(`/events/contact/${ada._id}?limit=2`)
      expect(res.status).to.equal(200)
      expect(res.body).to.have.all.keys('events', 'cursor', 'hasMore')
      expect(names(res.body.events)).to.deep.equal(['third', 'second'])
      const all = await walkPages<Listed>(client, `/events/contact/${ada._id}?limit=2`, { key: 'events' })
      expect(names(all)).to.deep.equal(['third', 'second', 'first'])
      expect((await client.get(`/events/contact/${ada._id}?cursor=x`)).status).to.equal(400)
    })
  })
})
