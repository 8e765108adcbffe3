import { expect } from 'chai'
import { RelayHeartbeat } from '../../models/relay-heartbeat.js'
import { Ownership } from '../../outbox/ownership.js'
import { newId } from '../../runtime/ids.js'
import { useDatabase } from '../support/database.js'
import { createProject } from '../support/factories.js'
import { storeEntries } from '../support/outbox.js'

const MINUTE_MS = 60_000

describe('the outbox entries of a relay', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string
  const owners: Ownership[] = []

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  afterEach(async () => {
    await Promise.all(owners.splice(0).map((owner) => owner.release()))
  })

  /** Gives a relay a heartbeat that no pause of the machine makes too old. */
  const keepAlive = (owner: Ownership) => age(owner.owners()[0] ?? '', ['at'], -60 * MINUTE_MS)
  const begin = async (): Promise<Ownership> => {
    const owner = new Ownership()
    owners.push(owner)
    await owner.beat(false)
    await keepAlive(owner)
    return owner
  }
  /** A relay that stored an entry. */
  const withEntry = async (): Promise<{ relay: Ownership; name: string }> => {
    const relay = await begin()
    await storeEntries('email', projectId, newId())
    return { relay, name: relay.owners()[0] ?? '' }
  }
  const age = (name: string, fields: ('at' | 'advancedAt')[], ms: number) =>
    RelayHeartbeat.updateOne(
      { _id: name },
      [{ $set: Object.fromEntries(fields.map((field) => [field, { $subtract: ['$$NOW', ms] }])) }],
      { updatePipeline: true },
    )

  it('go to one of several others when its heartbeats stop', async () => {
    const { name } = await withEntry()
    const others = [await begin(), await begin(), await begin(), await begin()]
    await age(name, ['at'], 30_000)
    const taken = await Promise.all(others.map((other) => other.takeOver(false)))
    expect(taken.reduce((sum, count) => sum + count, 0)).to.equal(1)
    expect(others.filter((other) => other.owners().includes(name))).to.have.length(1)
  })

  it('go on to a third when the one that took them over dies too', async () => {
    const { name } = await withEntry()
    const [second, third] = [await begin(), await begin()]
    await age(name, ['at'], 30_000)
    expect(await second.takeOver(false)).to.equal(1)
    expect(await third.takeOver(false)).to.equal(0)
    await age(second.owners()[0] ?? '', ['at'], 30_000)
    expect(await third.takeOver(false)).to.equal(1)
  })

  it('go to another when it has finished none for a minute, unless that one is stuck as well', async () => {
    const { relay, name } = await withEntry()
    const other = await begin()
    await age(name, ['advancedAt'], 2 * MINUTE_MS)
    await relay.beat(true)
    expect(await other.takeOver(true)).to.equal(0)
    expect(await other.takeOver(false)).to.equal(1)
  })

  it('are taken over when it never had a heartbeat, but not at the first sight', async () => {
    owners.push(new Ownership())
    await storeEntries('email', projectId, newId())
    const other = await begin()
    expect([await other.takeOver(false), await other.takeOver(false)]).to.deep.equal([0, 1])
  })

  it('are taken over at once where the process that stored them has no relay', async () => {
    const { relay } = await withEntry()
    await relay.release()
    await storeEntries('email', projectId, newId())
    const other = await begin()
    expect(await other.takeOver(false)).to.equal(1)
    expect(other.owners()).to.include('')
  })

  it('that come after it was taken for dead are its own again, under a new name', async () => {
    const { relay, name } = await withEntry()
    const other = await begin()
    await age(name, ['at'], 30_000)
    await other.takeOver(false)
    await relay.beat(false)
    await relay.beat(false)
    await keepAlive(relay)
    expect(relay.owners()).to.not.include(name)
    await storeEntries('email', projectId, newId())
    expect(await other.takeOver(false)).to.equal(0)
  })
})
