import { expect } from 'chai'
import { createProject } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

const STANDARD = [
  { field: 'email', type: 'string', category: 'Contact Fields' },
  { field: 'subscribed', type: 'boolean', category: 'Contact Fields' },
  { field: 'createdAt', type: 'date', category: 'Contact Fields' },
  { field: 'updatedAt', type: 'date', category: 'Contact Fields' },
]

describe('GET /workflows/fields', () => {
  const { gateway, client, publicClient } = useProject()

  const happen = async (event: string, data: object) =>
    expect((await publicClient.post('/v1/track', { event, email: 'ada@example.com', data })).status).to.equal(200)
  const once = (value: unknown) => ({ value, persistent: false })

  it('lists the fields of every contact first, and then those of the project with the types of their first values', async () => {
    expect((await client.get('/workflows/fields')).body).to.deep.equal({
      fields: STANDARD.map(({ field }) => field),
      typedFields: STANDARD,
      count: 4,
    })
    await client.post('/contacts', {
      email: 'ada@example.com',
      data: { plan: 'pro', 'a.b': 5, isAdmin: true, since: '2026-01-01', '': 1 },
    })
    await client.post('/contacts', { email: 'bob@example.com', data: { plan: 7 } })

    const { status, body } = await client.get('/workflows/fields')

    expect(status).to.equal(200)
    expect(body.typedFields.slice(4)).to.deep.equal([
      { field: 'data.a.b', type: 'number', category: 'Custom Data' },
      { field: 'data.isAdmin', type: 'boolean', category: 'Custom Data' },
      { field: 'data.plan', type: 'string', category: 'Custom Data' },
      { field: 'data.since', type: 'date', category: 'Custom Data' },
    ])
    expect(body.fields).to.deep.equal(body.typedFields.map(({ field }: { field: string }) => field))
    expect(body.count).to.equal(8)
  })

  it('lists the data of the events with a name by path, and no other events', async () => {
    const order = { total: 5, items: [1], ship: { city: 'Ulm' } }
    await happen('order paid', { order: once(order), 'a.b': once(true), kind: once('old') })
    await happen('order paid', { kind: once(7), $odd: once('x') })
    await happen('other', { elsewhere: once(1) })
    const eventFields = async (query: string) => {
      const { body } = await client.get(`/workflows/fields${query}`)
      return body.typedFields.filter(({ category }: { category: string }) => category === 'Event Data')
    }

    expect(await eventFields('?eventName=order%20paid')).to.deep.equal([
      { field: 'event.$odd', type: 'string', category: 'Event Data' },
      { field: 'event.a.b', type: 'boolean', category: 'Event Data' },
      { field: 'event.kind', type: 'number', category: 'Event Data' },
      { field: 'event.order.items', type: 'string', category: 'Event Data' },
      { field: 'event.order.ship.city', type: 'string', category: 'Event Data' },
      { field: 'event.order.total', type: 'number', category: 'Event Data' },
    ])
    for (const query of ['', '?eventName=', '?eventName=%20', '?eventName=unknown', '?eventName=order']) {
      expect(await eventFields(query), query).to.deep.equal([])
    }
  })

  it('lists only fields that a CONDITION accepts', async () => {
    await happen('paid', { total: once(5), order: once({ id: 'x' }) })
    await client.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } })
    const workflow = (await client.post('/workflows', { name: 'A' })).body
    const { fields } = (await client.get('/workflows/fields?eventName=paid')).body
    for (const field of fields) {
      const step = { type: 'CONDITION', name: field, config: { field, operator: 'exists' } }
      expect((await client.post(`/workflows/${workflow.id}/steps`, step)).status, field).to.equal(201)
    }
  })

  it('lists no deleted field, and none of another project', async () => {
    await client.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro', kept: 1 } })
    await happen('paid', { total: once(5) })
    expect((await client.delete('/contacts/fields/data.plan')).status).to.equal(200)
    expect((await client.get('/workflows/fields')).body.fields)
      .to.include('data.kept')
      .and.not.include('data.plan')
    const stranger = gateway.as((await createProject()).secretKey)
    expect((await stranger.get('/workflows/fields?eventName=paid')).body.typedFields).to.deep.equal(STANDARD)
  })

  it('refuses a name that is given twice or too long', async () => {
    for (const query of ['eventName=a&eventName=b', `eventName=${'x'.repeat(1_001)}`]) {
      expect(await client.get(`/workflows/fields?${query}`)).to.deep.include({ status: 400, fields: ['eventName'] })
    }
  })
})
