import { expect } from 'chai'
import { ServiceError } from '@temporalio/client'
import { storeEntries as storeIn } from '../../commands/base/outbox/set-off.js'
import { emailsOf } from '../support/delivered-emails.js'
import { Email, Outbox } from '../support/models.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Poller } from '../../outbox/poller.js'
import type { Relay } from '../../outbox/relay.js'
import type { Start, Temporal } from '../../outbox/temporal.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { commandsOf } from '../support/commands.js'
import { withOneShard } from '../support/one-shard.js'
import { useDatabase } from '../support/database.js'
import { atLeast, eventually, eventuallyEquals, including } from '../support/eventually.js'
import { createEmail, createProject } from '../support/factories.js'
import { storeEntries, waitingOf } from '../support/outbox.js'
import { useRelays } from '../support/relays.js'

describe('the relay', () => {
  useDatabase({ isEmptied: 'before each' })

  let started: Start[]
  let isAway: boolean
  let untilStarted: Promise<void>
  /** The starts that Temporal has not answered. */
  let held: number
  let projectId: string
  let pollers: Poller[]

  // A relay that a failed test left without an answer would never end, and take what later tests enqueue.
  let letGo = (): void => undefined
  let letDelete = (): void => undefined
  afterEach(() => {
    isAway = false
    letGo()
    letDelete()
  })
  const makeRelay = useRelays()

  beforeEach(async () => {
    started = []
    pollers = []
    isAway = false
    held = 0
    untilStarted = Promise.resolve()
    projectId = (await createProject()).id
  })

  afterEach(async () => {
    await Promise.all(pollers.map((poller) => poller.stop()))
  })

  const temporal = {
    async start(start: Start) {
      if (isAway) throw new ServiceError('away')
      held += 1
      await untilStarted
      held -= 1
      started.push(start)
    },
  } as Temporal
  const create = (drainMs = 60_000) => makeRelay({ temporal, drainMs })
  const poll = (relay: Relay): void => {
    pollers.push(
      new Poller(relay, (what, error) => {
        throw new Error(what, { cause: error })
      }),
    )
  }
  const emails = async (count: number, of = projectId): Promise<OutboxEntry[]> => {
    const made = await Promise.all(Array.from({ length: count }, () => createEmail({ projectId: of })))
    const each = made.map(({ _id }) => ({ kind: 'email' as const, projectId: of, ids: [_id] }))
    return inTransaction((session) => storeIn(session, ...each))
  }
  const many = (count: number): string[] => Array.from({ length: count }, () => newId())
  const idsOf = (entries: readonly OutboxEntry[]): string[] => entries.flatMap(({ ids }) => ids)
  const startedIds = (): string[] => started.flatMap(({ input }) => emailsOf(input))
  const hold = (): (() => void) => {
    untilStarted = new Promise((resolve) => (letGo = resolve))
    return letGo
  }

  /** Keeps entries from being deleted until the function is called that it returns. */
  const holdDeletions = (): (() => void) => {
    const collection = Outbox.collection as { deleteMany: (...args: unknown[]) => Promise<unknown> }
    const { deleteMany } = collection
    let goOn = (): void => undefined
    const untilDeleted = new Promise<void>((resolve) => (goOn = resolve))
    collection.deleteMany = async (...args) => untilDeleted.then(() => deleteMany.apply(collection, args))
    letDelete = () => {
      collection.deleteMany = deleteMany
      goOn()
    }
    return letDelete
  }

  it('starts a lone email under its own id', async () => {
    const relay = create()
    const entries = await emails(1)
    const [id] = idsOf(entries)
    relay.enqueue(entries)
    await relay.close()

    expect(started.map((start) => `${start.type} ${start.id}`)).to.deep.equal([`deliverEmail email:${id}`])
    expect(await waitingOf('email')).to.deep.equal([])
  })

  it('puts emails of several projects into one start, each with its project', async () => {
    const projects = await Promise.all([1, 2, 3, 4].map(() => createProject()))
    const entries = (await Promise.all(projects.map(({ id }) => emails(1, id)))).flat()
    await withOneShard(async () => {
      const relay = create()
      relay.enqueue(entries)
      await relay.close()
    })
    const [, together] = started
    const groups = entries.slice(1).map(({ projectId, ids }) => ({ projectId, emailIds: ids }))
    expect(together).to.deep.include({ type: 'deliverEmails', input: { groups }, summary: '3 emails of 3 projects' })
    expect(together).to.not.have.property('projectId')
    expect(startedIds()).to.have.members(idsOf(entries))
  })

  it('puts what comes together into few starts of fifty at most, each email in one', async () => {
    const relay = create()
    const entries = await emails(120)
    relay.enqueue(entries)
    await relay.close()

    for (const { id, input } of started.filter(({ type }) => type === 'deliverEmails')) {
      expect(await Email.distinct('temporalWorkflowId', { _id: { $in: emailsOf(input) } })).to.deep.equal([id])
    }

    expect(startedIds()).to.have.members(idsOf(entries))
    expect(started.length).to.be.lessThan(8)
    const sizes = started.map(({ input }) => emailsOf(input).length)
    expect(Math.max(...sizes)).to.equal(50)
    expect(await waitingOf('email')).to.deep.equal([])
  })

  it('gives large groups worker slots of their own, so that they occupy none of the others', async () => {
    const relay = create()
    const goOn = hold()
    // The first starts alone, and the others share the next start.
    relay.enqueue([...(await emails(1)), ...(await emails(10))])
    const few = (await createProject()).id
    relay.enqueue([...(await emails(1, few)), ...(await emails(3, few))])
    goOn()
    await relay.close()

    const queueOf = (of: string): string[] =>
      started.filter((start) => start.projectId === of).map(({ queue }) => queue)
    expect(queueOf(projectId)).to.deep.equal(['transactional', 'transactional-groups'])
    expect(queueOf(few)).to.deep.equal(['transactional', 'transactional'])
  })

  it('takes an entry that it holds or has dispatched already no second time', async () => {
    const relay = create()
    const entries = await emails(3)
    const goOn = hold()
    relay.enqueue(entries)
    relay.enqueue(entries)
    goOn()
    await eventuallyEquals(async () => (await waitingOf('email')).length, 0)
    relay.enqueue(entries)
    await relay.close()
    expect(startedIds()).to.have.members(idsOf(entries))
  })

  it('deletes what was dispatched within a moment with one command', async () => {
    const relay = create()
    const goOn = hold()
    const deletion = async (): Promise<void> => {
      relay.enqueue([...(await emails(1)), ...(await emails(1, (await createProject()).id))])
      await eventuallyEquals(() => held, 2)
      goOn()
      await eventuallyEquals(async () => (await waitingOf('email')).length, 0)
    }
    const commands = await commandsOf(() => withOneShard(deletion))
    expect(commands.filter((command) => command === 'delete outbox')).to.have.length(1)
    await relay.close()
  })

  it('has room for others as soon as an entry is dispatched, before it is deleted', async () => {
    const relay = create()
    relay.enqueue(await storeEntries('email', projectId, ...many(1_000)))
    expect(relay.held.hasRoom(`email:${projectId}`)).to.equal(false)
    const deletes = holdDeletions()
    await eventuallyEquals(() => relay.held.hasRoom(`email:${projectId}`), true)
    expect(await waitingOf('email')).to.have.length(1_000)
    deletes()
    await relay.close()
    expect(await waitingOf('email')).to.deep.equal([])
  })

  it('tries an entry again that failed while Temporal was away', async () => {
    isAway = true
    const relay = create()
    poll(relay)
    const entries = await emails(3)
    relay.enqueue(entries)
    await eventually(async () => relay.stuckMs(), atLeast(1))
    expect(await waitingOf('email')).to.have.members(idsOf(entries))

    isAway = false
    await eventuallyEquals(async () => (await waitingOf('email')).length, 0)
    expect(startedIds()).to.have.members(idsOf(entries))
    await relay.close()
  })

  it('leaves what waits in the database when it has no more time, and ends what it has begun', async () => {
    const relay = create(0)
    const entries = await emails(20)
    const goOn = hold()
    relay.enqueue(entries)
    const closed = relay.close()
    // Timers of the same length end in their order: this one behind the time of the relay.
    setTimeout(goOn, 0)
    await closed
    expect(started).to.have.length(1)
    expect(await waitingOf('email')).to.have.length(19)
    relay.enqueue(entries)
    expect(await waitingOf('email')).to.have.length(19)
  })

  it('lets the backlog of one project keep no other waiting', async () => {
    const goOn = hold()
    const relay = create()
    relay.enqueue(await storeEntries('email', projectId, ...many(30_000)))
    expect(relay.held.hasRoom(`email:${projectId}`)).to.equal(false)
    const other = await emails(1, (await createProject()).id)
    relay.enqueue(other)
    goOn()
    await eventually(async () => startedIds(), including(other[0]?.ids[0]))
    // The other's start was among the first, and the rest of the backlog is still in the database.
    expect(startedIds().indexOf(other[0]?.ids[0] ?? '')).to.be.below(1_000)
    expect(await Outbox.countDocuments({ projectId })).to.be.above(20)
    await Outbox.deleteMany({})
    await relay.close()
  })

  it('finds a backlog of its own that nobody gave to it and that is larger than what it holds', async () => {
    const relay = create()
    poll(relay)
    const each = many(2_500).map((id) => ({ kind: 'email' as const, projectId, ids: [id] }))
    const entries = await inTransaction((session) => storeIn(session, ...each))
    await eventuallyEquals(async () => (await waitingOf('email')).length, 0)
    await relay.close()
    expect(startedIds()).to.have.members(idsOf(entries))
  })
})
