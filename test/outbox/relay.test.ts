import { expect } from 'chai'
import { ServiceError } from '@temporalio/client'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { createRelay } from '../../outbox/relay.js'
import type { Start, Temporal } from '../../outbox/temporal.js'
import { Email } from '../../models/email.js'
import { clearEntries, claimStaleEntries } from '../../outbox/entries.js'
import { newMark } from '../../models/outbox-entry.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'
import { createEmail, createProject } from '../support/factories.js'

describe('the relay', () => {
  useDatabase({ isEmptied: 'before each' })

  let started: Start[]
  let isAway: boolean
  let untilStarted: Promise<void>
  let projectId: string

  beforeEach(async () => {
    started = []
    isAway = false
    untilStarted = Promise.resolve()
    projectId = (await createProject()).id
  })

  const temporal: Temporal = {
    async start(start) {
      if (isAway) throw new ServiceError('away')
      await untilStarted
      started.push(start)
    },
    signalWithStart: async () => undefined,
    signal: async () => undefined,
    cancel: async () => undefined,
    ensureSchedule: async () => undefined,
    deleteSchedule: async () => undefined,
    stateOf: async () => 'running',
    runningAmong: async () => new Set(),
    inputOf: async () => null,
    stoppedWithin: async function* () {},
    isReachable: async () => !isAway,
    findFault: async () => null,
    close: async () => undefined,
  }
  const create = (drainMs = 60_000) => createRelay({ temporal, onFailure: () => undefined, drainMs })
  const emails = async (count: number): Promise<OutboxEntry[]> => {
    const made = await Promise.all(Array.from({ length: count }, () => createEmail({ projectId, dispatch: newMark() })))
    return made.map(({ _id: id }) => ({ kind: 'email', projectId, id }))
  }
  const waiting = () => Email.countDocuments({ 'dispatch.state': 'pending' })

  it('starts a lone email under its own id', async () => {
    const relay = create()
    const [entry] = await emails(1)
    relay.enqueue(entry ? [entry] : [])
    await relay.close()

    expect(started.map(({ id, type }) => `${type} ${id}`)).to.deep.equal([`deliverEmail email:${entry?.id}`])
    expect(await waiting()).to.equal(0)
    expect(await Email.findById(entry?.id).lean()).to.include({ temporalWorkflowId: `email:${entry?.id}` })
  })

  it('puts what comes together into few starts of fifty at most, each email in one', async () => {
    const relay = create()
    relay.enqueue(await emails(120))
    await relay.close()

    const inputs = started.map(({ input }) => input as { emailId?: string; emailIds?: string[] })
    const ids = inputs.flatMap(({ emailId, emailIds }) => emailIds ?? [emailId])
    expect(new Set(ids).size).to.equal(120)
    expect(ids).to.have.length(120)
    expect(started.length).to.be.lessThan(8)
    expect(Math.max(...inputs.map(({ emailIds }) => emailIds?.length ?? 1))).to.equal(50)
    expect(await waiting()).to.equal(0)
  })

  it('leaves the entry where it is while Temporal is away, and takes it when it is enqueued again', async () => {
    const entries = await emails(3)
    isAway = true
    const relay = create()
    relay.enqueue(entries)
    await relay.close()
    expect(await waiting()).to.equal(3)

    isAway = false
    const next = create()
    next.enqueue(entries)
    await next.close()
    expect(await waiting()).to.equal(0)
  })

  it('does not start again what another process started while it waited here', async () => {
    const relay = create()
    const entries = await emails(20)
    let goOn = (): void => undefined
    untilStarted = new Promise((resolve) => (goOn = resolve))
    relay.enqueue(entries)
    expect(relay.isBusy('email')).to.equal(true)
    const others = entries.slice(5, 15).map(({ id }) => id)
    await clearEntries('email', others)
    goOn()
    await relay.close()

    const inputs = started.map(({ input }) => input as { emailId?: string; emailIds?: string[] })
    const ids = inputs.flatMap(({ emailId, emailIds }) => emailIds ?? [emailId])
    expect(ids).to.have.members(entries.map(({ id }) => id).filter((id) => !others.includes(id)))
    expect(relay.isBusy('email')).to.equal(false)
  })

  it('leaves what waits in its documents when it has no more time, and ends what it has begun', async () => {
    const relay = create(0)
    const entries = await emails(20)
    let goOn = (): void => undefined
    untilStarted = new Promise((resolve) => (goOn = resolve))
    relay.enqueue(entries)
    const closed = relay.close()
    await eventually(
      async () => relay.isBusy('email'),
      (isBusy) => !isBusy,
    )
    goOn()
    await closed
    expect(started).to.have.length(1)
    expect(await waiting()).to.equal(19)
    relay.enqueue(entries)
    expect(relay.isBusy('email')).to.equal(false)
  })

  it('gives an entry that was left behind to one of several pollers', async () => {
    await emails(20)
    const taken = await Promise.all(Array.from({ length: 4 }, () => claimStaleEntries('email', -1, 100)))
    expect(taken.flat()).to.have.length(20)
    expect(new Set(taken.flat().map(({ id }) => id)).size).to.equal(20)
  })

  it('leaves an entry to the one that wrote it while it is fresh', async () => {
    await emails(1)
    expect(await claimStaleEntries('email', 5_000, 100)).to.deep.equal([])
  })
})
