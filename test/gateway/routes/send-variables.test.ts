import { expect } from 'chai'
import mongoose from 'mongoose'
import { Email } from '../../../models/email.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { useProject } from '../../support/project.js'
import { createSender } from '../../support/sends.js'
import { fakeProvider } from '../../activities/campaign/campaign-walk.js'

const KB = 1024
const DAY_MS = 86_400_000
const message = { subject: 'Hi', body: '<p>{{ code ?? nothing }} of {{ email }}</p>', from: 'news@example.com' }
const oneOff = (value: string) => ({ value, persistent: false })
const address = (n: number) => `n${n}@example.com`
const sharedVariables = () => mongoose.connection.collection('shared_variables')

describe('the variables of POST /v1/send', () => {
  const { project, client } = useProject()

  const { send: sendTo, deliver } = createSender({ project, client }, message)
  const send = (recipients: number, body: object) =>
    sendTo({ to: Array.from({ length: recipients }, (_, n) => address(n)), ...body })
  /** The bytes of the project's documents in a collection. */
  const bytesOf = async (collection: string): Promise<number> => {
    const [sum] = await mongoose.connection
      .collection(collection)
      .aggregate([
        { $match: { projectId: project.id } },
        { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
      ])
      .toArray()
    return Number(sum?.['bytes'] ?? 0)
  }

  it('are stored once for all recipients of a request', async () => {
    await send(300, { data: { code: oneOff('x'.repeat(200 * KB)) }, headers: { 'X-Long': 'y'.repeat(900) } })
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(300)
    expect((await bytesOf('emails')) / 300).to.be.below(KB)
    expect(await bytesOf('shared_variables')).to.be.within(200 * KB, 210 * KB)
  })

  it('reach every recipient, over the fields of the contact', async () => {
    await send(2, { data: { code: 'of the contact' } })
    const emails = await send(2, { data: { code: oneOff('of the request') }, headers: { 'X-Run': '7' } })
    const messages = await deliver(...emails.map(({ email }) => email))
    for (const [n, { raw }] of messages.entries()) {
      expect(raw)
        .to.include(`of the request of ${address(n)}`)
        .and.to.include('X-Run: 7')
    }
  })

  it('need no further document for a single recipient', async () => {
    const [sent] = await send(1, { data: { code: oneOff('4711') }, headers: { 'X-Run': '7' } })
    expect(await bytesOf('shared_variables')).to.equal(0)
    const [mail] = await deliver(sent?.email ?? '')
    expect(mail?.raw)
      .to.include(`4711 of ${address(0)}`)
      .and.to.include('X-Run: 7')
  })

  it('are deleted with the last contact of the request, and not before', async () => {
    const [first, second, third] = await send(3, { data: { code: oneOff('secret') } })
    await client.delete(`/contacts/${first?.contact.id}`)
    const [mail] = await deliver(second?.email ?? '')
    expect(mail?.raw).to.include('secret')
    await Promise.all([second, third].map((sent) => client.delete(`/contacts/${sent?.contact.id}`)))
    expect(await bytesOf('shared_variables')).to.equal(0)
    const left = await Email.find({ projectId: project.id }).lean()
    expect(JSON.stringify(left)).to.not.include('secret')
  })

  it('are kept as long as the bodies, and an email without them is not sent with gaps', async () => {
    const [sent] = await send(2, { data: { code: oneOff('secret') } })
    const stored = await sharedVariables().findOne({ projectId: project.id })
    expect((Number(stored?.['expiresAt']) - Date.now()) / DAY_MS).to.be.within(90, 92.1)
    expect(await sharedVariables().indexes()).to.deep.include.members([
      { v: 2, key: { expiresAt: 1 }, name: 'expiresAt_1', expireAfterSeconds: 0 },
    ])

    // MongoDB does this when the documents expire.
    await sharedVariables().deleteOne({ projectId: project.id })
    const provider = fakeProvider()
    expect(await deliverOne(deliveryDeps(provider), project.id, sent?.email ?? '')).to.include({ status: 'FAILED' })
    expect(provider.taken).to.be.empty
  })
})

describe('POST /v1/send with more than 256 KB of variables', () => {
  const { project, client } = useProject()
  const longNames = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`X-${'a'.repeat(6_000)}-${n}`, 'v']))
  const wide = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`X-${n}`, 'v'.repeat(900)]))

  it('answers 422 for too much data, in bytes of UTF-8, and headers, beside the other faults', async () => {
    for (const [body, fault] of [
      [{ data: { a: oneOff('x'.repeat(256 * KB)) } }, 'data too_big'],
      [{ headers: longNames }, 'headers too_big'],
      [{ data: { a: oneOff('x'.repeat(230 * KB)) }, headers: wide }, 'data too_big'],
      [{ data: { a: oneOff('ä'.repeat(130 * KB)) } }, 'data too_big'],
    ] as const) {
      const res = await client.post('/v1/send', { ...message, to: 'nobody', ...body })
      expect(res.status).to.equal(422)
      expect(res.faults).to.have.members(['to invalid_string', fault])
    }
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('accepts variables up to the last byte of the limit', async () => {
    const full = 256 * KB - '{"a":""}'.length
    for (const body of [
      { data: { a: oneOff('x'.repeat(full)) } },
      { data: { a: oneOff('x'.repeat(200 * KB)) }, headers: wide, tags: ['t'] },
    ]) {
      expect((await client.post('/v1/send', { ...message, to: address(0), ...body })).status).to.equal(200)
    }
    const more = { data: { a: oneOff('x'.repeat(full)) }, tags: ['t'] }
    expect((await client.post('/v1/send', { ...message, to: address(0), ...more })).faults).to.deep.equal([
      'data too_big',
    ])
  })
})
