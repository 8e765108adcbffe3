import { expect } from 'chai'
import mongoose from 'mongoose'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { IdempotencyKey } from '../../../models/idempotency-key.js'
import { createApiKey, createProject } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import type { ClientResponse } from '../../support/http-client.js'

const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
const event = { email: 'ada@example.com', event: 'signed up' }

describe('Idempotency-Key', () => {
  const { gateway, project, client: secret, publicClient: open } = useProject()

  const send = (key: string, body: object = mail) => secret.post('/v1/send', body, { 'idempotency-key': key })
  const track = (key: string, body: object = event) => open.post('/v1/track', body, { 'idempotency-key': key })
  const age = (changes: object) => IdempotencyKey.updateOne({ projectId: project.id }, { $set: changes })
  const startedAt = Date.now()
  const longAgo = new Date(startedAt - 1_000)
  const emails = () => Email.countDocuments({ projectId: project.id })
  const expectReused = (res: ClientResponse, originalRequest: string, status: number | null, key = 'k'): void => {
    expect(res).to.include({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
    const { originalRequestAt, ...details } = res.body.error.details
    expect(details).to.deep.equal({ key, originalRequest, originalStatusCode: status })
    expect(Date.parse(originalRequestAt)).to.be.within(startedAt, Date.now())
  }

  it('is optional: without it every request is carried out', async () => {
    await secret.post('/v1/send', mail)
    expect((await secret.post('/v1/send', mail)).status).to.equal(200)
    expect(await emails()).to.equal(2)
    expect(await IdempotencyKey.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('has 1 to 255 printable characters: with an invalid one nothing is stored', async () => {
    for (const key of ['', 'x'.repeat(256), 'tab\there', 'caf\u00e9']) {
      for (const res of [await send(key), await track(key)])
        expect(res, key).to.include({ status: 400, code: 'BAD_REQUEST' })
    }
    expect(await emails()).to.equal(0)
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await IdempotencyKey.countDocuments({ projectId: project.id })).to.equal(0)
    const key = `~ ${'!'.repeat(252)}~`
    expect((await send(key)).status).to.equal(200)
    expectReused(await send(key), 'POST /v1/send', 200, key)
  })

  it('answers 409 to the same request, and to another one under the same key', async () => {
    expect((await send('k')).status).to.equal(200)
    expectReused(await send('k'), 'POST /v1/send', 200)
    expectReused(await send('k', { ...mail, to: 'bob@example.com' }), 'POST /v1/send', 200)
    expectReused(await send('k', {}), 'POST /v1/send', 200)
    expect(await emails()).to.equal(1)
    expect(gateway.entriesOf('email')).to.have.length(1)
  })

  it('accepts exactly one of twenty requests at once, a send or an event', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('k')))
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1)
    for (const res of answers.filter(({ status }) => status !== 200)) {
      expectReused(res, 'POST /v1/send', res.body.error.details.originalStatusCode)
      expect(res.body.error.details.originalStatusCode).to.be.oneOf([null, 200])
    }
    expect(await emails()).to.equal(1)
    expect(gateway.entriesOf('email')).to.have.length(1)
    const tracked = await Promise.all(Array.from({ length: 20 }, () => track('event')))
    expect(tracked.map(({ status }) => status)).to.have.members([200, ...Array<number>(19).fill(409)])
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(1)
  })

  it('belongs to the project and the kind of credential: a public key neither uses up nor sees those of secret keys', async () => {
    expect((await track('k')).status).to.equal(200)
    expect((await send('k')).status).to.equal(200)
    expectReused(await track('k'), 'POST /v1/track', 200)
    expectReused(await send('k'), 'POST /v1/send', 200)
    expect((await send('other')).status).to.equal(200)
    expect((await track('other')).status).to.equal(200)
    const both = await Promise.all(['x', 'y', 'z'].flatMap((key) => [track(key), send(key), track(key), send(key)]))
    expect(both.filter(({ status }) => status === 200)).to.have.length(6)
    const used = both.flatMap(({ status, body }) => (status === 409 ? [body.error.details.originalRequest] : []))
    expect(used.filter((request) => request === 'POST /v1/send')).to.have.length(3)
    expect(used.filter((request) => request === 'POST /v1/track')).to.have.length(3)
    expect([await emails(), await Event.countDocuments({ projectId: project.id })]).to.deep.equal([5, 5])
    const neighbour = gateway.as((await createProject()).secretKey)
    expect((await neighbour.post('/v1/send', mail, { 'idempotency-key': 'k' })).status).to.equal(200)
  })

  it('is shared by the secret keys of a project, whatever their scope', async () => {
    const { secret: key } = await createApiKey({ projectId: project.id, scope: 'send' })
    expect((await send('k')).status).to.equal(200)
    const again = await gateway.as(key).post('/v1/send', mail, { 'idempotency-key': 'k' })
    expectReused(again, 'POST /v1/send', 200)
  })

  it('is free again after a refused request, and answers 409 without a status while one is under way', async () => {
    const refused: [status: number, body: object | string][] = [
      [422, { ...mail, to: 'nobody' }],
      [400, '{'],
      [403, { ...mail, from: 'news@acme.io' }],
      [404, { to: 'ada@example.com', template: '01890000-0000-7000-8000-000000000000' }],
    ]
    const headers = { 'idempotency-key': 'k', 'content-type': 'application/json' }
    for (const [status, body] of refused) {
      expect((await secret.post('/v1/send', body, headers)).status).to.equal(status)
      expect(await IdempotencyKey.countDocuments({ projectId: project.id })).to.equal(0)
    }
    expect((await send('k')).status).to.equal(200)
    await age({ state: 'in_flight', statusCode: null, leaseUntil: new Date(Date.now() + 3_600_000) })
    expectReused(await send('k'), 'POST /v1/send', null)
    expect(await emails()).to.equal(1)
  })

  it('is kept, with its status, after a server error', async () => {
    const { db } = mongoose.connection
    await db?.command({ collMod: 'emails', validator: { never: { $exists: true } } })
    try {
      expect((await send('k')).status).to.equal(500)
    } finally {
      await db?.command({ collMod: 'emails', validator: {} })
    }
    expectReused(await send('k'), 'POST /v1/send', 500)
    expect(await emails()).to.equal(0)
  })

  it('is not used up by a request without a valid key of the project', async () => {
    expect((await open.post('/v1/send', mail, { 'idempotency-key': 'k' })).status).to.equal(401)
    expect((await send('k')).status).to.equal(200)
  })

  it('is free after a day, whether or not the record still exists', async () => {
    await send('k')
    const record = await IdempotencyKey.findOne({ projectId: project.id }).lean()
    expect((record?.expiresAt.getTime() ?? 0) - (record?.requestedAt.getTime() ?? 0)).to.equal(86_400_000)
    await age({ expiresAt: longAgo })
    expect((await send('k')).status).to.equal(200)
    expect(await emails()).to.equal(2)
    expectReused(await send('k'), 'POST /v1/send', 200)
  })
})
