import { expect } from 'chai'
import { retryOutboxCommand } from '../../cli/retry-outbox.js'
import { Outbox } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { useDatabase } from '../support/database.js'
import { createProject } from '../support/factories.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'

describe('posthorn retry-outbox', () => {
  useDatabase({ isEmptied: 'before each' })

  const parkedAt = new Date('2026-01-02T03:04:05.000Z')
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const run = (...args: string[]) => commandHere(retryOutboxCommand, ['retry-outbox', ...args])
  const park = async (kind: string, fields: object = {}): Promise<string> => {
    const _id = newId()
    const failures = { count: 18, firstAt: parkedAt, nextAt: parkedAt, reason: 'ServiceError 3' }
    const entry = {
      kind,
      projectId,
      queueKey: `${kind}:${projectId}`,
      ids: [newId()],
      owner: null,
      aside: 'parked',
      failures,
      parkedAt,
    }
    await Outbox.collection.insertOne({ _id: _id as never, ...entry, createdAt: databaseNow(), ...fields })
    return _id
  }
  const owners = async () => {
    const entries = await Outbox.find({ projectId }).lean()
    return Object.fromEntries(entries.map(({ _id, owner }) => [_id, owner]))
  }

  it('puts all parked entries back, and those that wait or rest stay as they are', async () => {
    const [email, event] = [await park('email'), await park('event', { events: 'garbage' })]
    const [resting, waiting] = [
      await park('email', { aside: 'resting' }),
      await park('job', { owner: 'r', aside: null }),
    ]
    const others = { [resting]: null, [waiting]: 'r' }
    expect(await run()).to.include({ status: 0, said: 'Retrying 2 parked entries.\n' })
    expect(await owners()).to.deep.equal({ [email]: '', [event]: '', ...others })
    expect(await Outbox.findById(email).orFail().lean()).to.not.have.any.keys('failures', 'parkedAt')
    expect((await run('--json')).printed).to.equal('{"retried":0}\n')
  })

  it('puts one of them back, or those of a kind', async () => {
    const [one, other, event] = [await park('email'), await park('email'), await park('teleport')]
    expect((await run('--id', one)).said).to.equal('Retrying 1 parked entry.\n')
    expect(await owners()).to.deep.equal({ [one]: '', [other]: null, [event]: null })
    expect(JSON.parse((await run('--kind', 'teleport', '--json')).printed)).to.deep.equal({ retried: 1 })
    expect(await owners()).to.deep.equal({ [one]: '', [other]: null, [event]: '' })
  })

  it('lists them with their reasons and without their documents, and changes nothing', async () => {
    const id = await park('email', { ids: ['x'.repeat(2_000), newId()] })
    const before = await Outbox.findById(id).lean()
    const { said } = await run('--list')
    const line = `${id} email of project ${projectId}: ServiceError 3 (2 documents, tried 18 times, parked at 2026-01-02T03:04:05.000Z)`
    expect(said).to.equal(`${line}\n`)
    const listed = { id, kind: 'email', projectId, documents: 2, reason: 'ServiceError 3', attempts: 18 }
    expect(JSON.parse((await run('--list', '--json')).printed)).to.deep.equal([
      { ...listed, parkedAt: parkedAt.toISOString() },
    ])
    expect((await run('--list', '--kind', 'event')).said).to.equal('No parked entries.\n')
    expect(await Outbox.findById(id).lean()).to.deep.equal(before)
  })

  it('ends with status 1 for an entry that is not parked, and refuses arguments that it does not understand', async () => {
    const id = await park('email', { aside: 'resting' })
    expect(await run('--id', id)).to.include({ status: 1, said: `No parked entry ${id}.\n` })
    expect(await refusalOf(retryOutboxCommand, '--all')).to.equal("Unknown option '--all'")
  })
})
