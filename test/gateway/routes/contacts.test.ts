import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { createContact } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('POST /contacts', () => {
  const { gateway, project, client } = useProject()
  const eventIntents = () => gateway.entriesOf('event').map(({ id }) => id)

  it('creates a contact, subscribed by default', async () => {
    const res = await client.post('/contacts', { email: ' Ada@Example.com ', data: { plan: 'pro' }, unknown: 1 })
    expect(res.status).to.equal(201)
    const { id, createdAt, updatedAt, ...rest } = res.body
    expect(id).to.match(UUID_V7)
    expect(createdAt).to.match(ISO)
    expect(updatedAt).to.match(ISO)
    const shown = { email: 'ada@example.com', subscribed: true, snoozedUntil: null, data: { plan: 'pro' } }
    expect(rest).to.deep.equal({ ...shown, _meta: { isNew: true, isUpdate: false } })
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
    const out = await client.post('/contacts', { email: 'bob@example.com', subscribed: false })
    expect(out.body.subscribed).to.equal(false)
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('updates the contact of a known address, whatever its spelling', async () => {
    const first = await client.post('/contacts', { email: 'ada@example.com', data: { a: 1, b: { c: [1] }, gone: 'x' } })
    const marked = { once: { value: 1, persistent: false }, kept: { value: 2, persistent: true } }
    const data = { b: 'new', gone: null, a: '', ...marked }
    const second = await client.post('/contacts', { email: 'ADA@example.com', data })
    expect(second.status).to.equal(200)
    const patched = { data: { a: 1, b: 'new', kept: 2 }, _meta: { isNew: false, isUpdate: true } }
    expect(second.body).to.deep.include({ id: first.body.id, ...patched })
  })

  it('creates a contact without fields when only removals were sent', async () => {
    const res = await client.post('/contacts', { email: 'ada@example.com', data: { gone: null } })
    expect([res.status, res.body.data]).to.deep.equal([201, {}])
    expect((await Contact.findOne({ projectId: project.id }).orFail().lean()).data).to.deep.equal({})
  })

  it('keeps the subscription when it is omitted, and emits one event when it changes', async () => {
    const email = 'ada@example.com'
    await client.post('/contacts', { email, subscribed: false })
    expect((await client.post('/contacts', { email, data: { a: 1 } })).body.subscribed).to.be.false
    await client.post('/contacts', { email, subscribed: false })
    expect(eventIntents()).to.deep.equal([])
    const turned = await client.post('/contacts', { email, subscribed: true })
    expect(turned.body.subscribed).to.be.true
    const { _meta, ...contact } = turned.body
    expect((await client.get(`/contacts/${contact.id}`)).body).to.deep.equal({
      ...contact,
      suppression: null,
      optedOut: false,
    })
    const events = await Event.find({ projectId: project.id }).lean()
    expect(events.map(({ name }) => name)).to.deep.equal(['contact.subscribed'])
    expect(eventIntents()).to.deep.equal([events[0]?._id])
  })

  it('makes one contact for ten simultaneous creates', async () => {
    const create = (_: unknown, n: number) =>
      client.post('/contacts', { email: 'ada@example.com', data: { [`k${n}`]: n } })
    const answers = await Promise.all(Array.from({ length: 10 }, create))
    expect(answers.map(({ status }) => status)).to.have.members([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1)
    const contact = await client.get(`/contacts/${answers[0]?.body.id}`)
    expect(Object.keys(contact.body.data)).to.have.length(10)
  })

  it('keeps any key as it was sent, and removes the reserved ones', async () => {
    const data = {
      'first.name': 'A',
      $set: { 'x.y': 1 },
      'Größe in cm': 180,
      '': 'empty',
      _id: 'own',
      _bsontype: 'ObjectId',
      nested: [{ _bsontype: 'Double', value: 1, '\0': { '%2E': null } }],
      '\ud800': 1,
      '\ud801': 2,
    }
    const reserved = { email: 'x', id: 'y', unsubscribeUrl: 'z' }
    const sent = JSON.stringify({ email: 'ada@example.com', data: { ...data, ...reserved } })
    const body = sent.replace('"_id"', '"__proto__":{"a":1},"_id"')
    const res = await client.post('/contacts', body, { 'content-type': 'application/json' })
    expect(res.status).to.equal(201)
    expect((await client.get(`/contacts/${res.body.id}`)).body.data).to.deep.equal(data)
  })

  it('answers 400 with the plain message when the address is missing, and for a body that is no JSON', async () => {
    const missing = { status: 400, body: { error: 'Missing required field: email' } }
    for (const body of [{}, { subscribed: 'x' }]) expect(await client.post('/contacts', body)).to.deep.include(missing)
    const res = await client.post('/contacts', '{', { 'content-type': 'application/json' })
    expect(res).to.include({ status: 400, code: 'VALIDATION_ERROR' })
  })

  it('answers 422 with every fault, and stores nothing', async () => {
    const invalid: [body: object, ...faults: string[]][] = [
      [{ email: 'nobody' }, 'email invalid_string'],
      [{ email: 5 }, 'email invalid_type'],
      [{ subscribed: 'yes' }, 'subscribed invalid_type'],
      [{ data: [1] }, 'data invalid_type'],
      [{ data: { locale: 5 } }, 'data.locale invalid_type'],
      [{ data: { ['k'.repeat(256)]: 5 } }, `data.${'k'.repeat(255)} too_big`],
      [{ data: { big: 'x'.repeat(300_000) } }, 'data too_big'],
      [{ data: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, n])) }, 'data too_big'],
      [
        { email: 'a@b', subscribed: 1, data: [] },
        'email invalid_string',
        'subscribed invalid_type',
        'data invalid_type',
      ],
    ]
    for (const [body, ...faults] of invalid) {
      const res = await client.post('/contacts', { email: 'ada@example.com', ...body })
      const refused = { status: 422, code: 'VALIDATION_ERROR', faults }
      expect(res, JSON.stringify(body).slice(0, 60)).to.deep.include(refused)
    }
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('answers 422 when the existing fields leave no room', async () => {
    const keys = (from: number) => Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${from + n}`, n]))
    const email = 'ada@example.com'
    expect((await client.post('/contacts', { email, data: keys(0) })).status).to.equal(201)
    const res = await client.post('/contacts', { email, data: keys(300) })
    expect(res).to.deep.include({ status: 422, faults: ['data too_big'] })
  })

  it('GET /contacts/:id answers the contact without an envelope', async () => {
    const given = { data: { 'a.b': 1 }, snoozedUntil: new Date('2130-01-02T03:04:05.678Z') }
    const { _id: id, email, createdAt, updatedAt } = await createContact({ projectId: project.id, ...given })
    const body = JSON.parse(
      JSON.stringify({
        id,
        email,
        subscribed: true,
        ...given,
        createdAt,
        updatedAt,
        suppression: null,
        optedOut: false,
      }),
    )
    expect(await client.get(`/contacts/${id}`)).to.deep.include({ status: 200, body })
  })
})
