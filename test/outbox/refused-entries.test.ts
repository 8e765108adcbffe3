import { ServiceError } from '@temporalio/client'
import { expect } from 'chai'
import { pino } from 'pino'
import { addDueActivityOf } from '../../commands/base/events/due-activity.js'
import { countParked } from '../../commands/base/outbox/count-parked.js'
import { countWaiting } from '../../commands/base/outbox/count-waiting.js'
import { retryParked } from '../../commands/base/outbox/retry-parked.js'
import { emailsOf } from '../support/delivered-emails.js'
import { CampaignLink, Contact, DailyCount, Outbox } from '../support/models.js'
import type { Aside, OutboxEntry } from '../../models/outbox-entry.js'
import { createHeldEntries } from '../../outbox/held-entries.js'
import { Poller } from '../../outbox/poller.js'
import { setRefusedAside } from '../../outbox/refused-entries.js'
import { relayLogs } from '../../outbox/relay-log.js'
import { Relay } from '../../outbox/relay.js'
import type { Start, Temporal } from '../../outbox/temporal.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { useDatabase } from '../support/database.js'
import { atLeast, eventually, eventuallyEquals } from '../support/eventually.js'
import { createCampaign, createContact, createEmail, createProject } from '../support/factories.js'
import { storeEntries } from '../support/outbox.js'

const HOUR_MS = 3_600_000
const [INVALID_ARGUMENT, UNAVAILABLE] = [3, 14]

/** An error as Temporal's client throws it. */
function answer(code: number): ServiceError {
  return new ServiceError('Failed to start Workflow', { cause: Object.assign(new Error('no'), { code }) })
}

describe('outbox entries that cannot be dispatched', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string
  let started: string[]
  let lines: { level: number; msg: string; kind?: string; entryId?: string }[]
  /** With which code Temporal answers the start of an email; null: it starts. */
  let codeOf: (emailIds: string[]) => number | null
  let relays: { relay: Relay; poller: Poller }[]

  beforeEach(async () => {
    ;[started, lines, relays] = [[], [], []]
    codeOf = () => null
    projectId = (await createProject()).id
  })
  afterEach(() => Promise.all(relays.map(stop)))

  const temporal = {
    async start({ input }: Start) {
      const emailIds = emailsOf(input)
      const code = codeOf(emailIds)
      if (code !== null) throw answer(code)
      started.push(...emailIds)
    },
  } as Temporal
  const begin = (): { relay: Relay; poller: Poller } => {
    const logs = relayLogs(pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }))
    const relay = new Relay({ temporal, ...logs, drainMs: 60_000 })
    const begun = { relay, poller: new Poller(relay, logs.onFailure) }
    relays.push(begun)
    return begun
  }
  const stop = async ({ relay, poller }: { relay: Relay; poller: Poller }): Promise<void> => {
    await poller.stop()
    await relay.close()
  }
  /** Stores an entry as a hand would that changes the database. */
  const put = async (kind: string, fields: object = {}): Promise<string> => {
    const entry = { _id: newId(), kind, projectId, queueKey: `${kind}:${projectId}`, ids: [newId()], owner: '' }
    await Outbox.collection.insertOne({ ...entry, createdAt: databaseNow(), ...fields } as never)
    return entry._id
  }
  const read = async (id: string) => (await Outbox.collection.findOne({ _id: id as never })) as OutboxEntry | null
  const untilGone = (id: string) => eventuallyEquals(() => read(id), null)
  const untilAside = (id: string, aside: Aside) => eventuallyEquals(async () => (await read(id))?.aside, aside)
  const age = (id: string, ms: number) => {
    const at = new Date(databaseNow().getTime() - ms)
    return Outbox.collection.updateOne(
      { _id: id as never },
      { $set: { 'failures.firstAt': at, 'failures.nextAt': at } },
    )
  }
  const linesOf = (level: number) => lines.filter((line) => line.level === level)

  it('keep nothing of their project waiting: they rest alone, with few lines in the log', async () => {
    const contact = await createContact({ projectId })
    const unknown = await put('teleport')
    const garbage = await put('event', { events: 'garbage', activityAt: new Date() })
    const nameless = await put('event', { events: [{ contactId: contact._id, name: null, depth: 0 }] })
    const long = await put('email', { ids: ['x'.repeat(2_000)] })
    const empty = await put('email', { ids: [] })
    const ghosts = await Promise.all(['execution', 'wait', 'job', 'contact'].map((kind) => put(kind)))
    const queueKeys = await Promise.all(['elsewhere', 5, null].map((queueKey) => put('email', { queueKey })))
    const without = await put('wait', { ids: 7 })
    const email = await createEmail({ projectId })
    await storeEntries('email', projectId, email._id)
    const note = { contactId: contact._id, name: 'signed up', depth: 0 }
    const event = await put('event', { events: [note], activityAt: databaseNow() })
    const [clickedAt, campaign] = [databaseNow(), await createCampaign({ projectId, startedAt: databaseNow() })]
    const clicks = { url: null, clicks: 2, uniqueClicks: 1, firstClickAt: clickedAt, lastClickAt: clickedAt }
    const [invited, left, clicked] = [
      await put('event', { emailCounts: { invited: 1 } }),
      await put('event', { originCounts: [{ origin: 'campaign', id: campaign._id, counts: { unsubscribed: 1 } }] }),
      await put('event', { linkClicks: [{ campaignId: campaign._id, ...clicks }] }),
    ]
    begin()

    for (const entry of [...ghosts, event, invited, left, clicked]) await untilGone(entry)
    expect(await CampaignLink.findOne({ projectId }).lean()).to.include({ clicks: 2, uniqueClicks: 1 })
    expect(await DailyCount.countDocuments({ projectId, origin: 'campaign' })).to.equal(1)
    await untilAside(unknown, 'unknown')
    await eventuallyEquals(async () => (await Contact.findById(contact._id).lean())?.activity?.['signed up']?.count, 1)
    expect(started).to.include(email._id)
    expect(started).to.not.include('x'.repeat(2_000))
    for (const poison of [garbage, nameless, long, empty, ...queueKeys, without]) {
      const { failures } = await eventually(
        () => read(poison),
        (entry) => (entry?.failures?.count ?? 0) > 0,
      ).then((entry) => entry!)
      expect(failures?.reason).to.match(new RegExp(`^Outbox entry ${poison}: (events|ids|queueKey)$`))
    }
    // Conditions on what contacts did wait for no event that cannot be read.
    await addDueActivityOf(projectId)
    // The command of metrics and doctor counts around a field of another shape.
    const waiting: string[] = (await countWaiting()).map(({ kind }) => kind)
    expect(waiting).to.include.members(['email', 'event', 'teleport'])

    expect(linesOf(40).filter(({ kind }) => kind === 'teleport')).to.have.length(1)
    expect(linesOf(50)).to.deep.equal([])
    expect(JSON.stringify(lines)).to.not.include('xxx')
  })

  it('are tried at growing intervals of ten minutes at most, some twenty times in their hour', async () => {
    const id = await put('email')
    let [attempts, waitedMs] = [0, 0]
    for (let entry = await read(id); waitedMs < HOUR_MS && entry; entry = await read(id)) {
      await setRefusedAside(entry, answer(INVALID_ARGUMENT))
      const after = await read(id)
      const { count, nextAt, reason } = after!.failures!
      const restMs = nextAt.getTime() - databaseNow().getTime()
      const longest = Math.min(600_000, 1_000 * 2 ** count)
      attempts += 1
      expect([count, reason]).to.deep.equal([attempts, 'ServiceError 3'])
      // Counted from a moment that has passed meanwhile.
      expect(restMs).to.be.at.most(longest)
      waitedMs += longest / 2
    }
    expect(attempts).to.be.within(10, 25)
  })

  it('are parked when their hour is over, which one line tells with the command, and are put back by it', async () => {
    codeOf = () => INVALID_ARGUMENT
    const id = await put('email')
    begin()
    await untilAside(id, 'resting')
    await age(id, HOUR_MS)
    const parked = await eventually(
      () => read(id),
      (entry) => entry?.aside === 'parked',
    )
    expect(parked?.parkedAt).to.be.instanceOf(Date)
    expect(await countParked()).to.deep.equal({ email: 1 })
    expect(await countWaiting()).to.deep.equal([])
    const [line] = await eventually(
      async () => linesOf(50),
      (errors) => errors.length === 1,
    )
    expect(line).to.include({ entryId: id, kind: 'email', projectId, emailId: parked?.ids[0] })
    expect(line?.msg).to.include(`posthorn retry-outbox --list`).and.include(`--id ${id}`)

    expect(await retryParked({ kind: 'event' })).to.equal(0)
    expect(await retryParked({ id })).to.equal(1)
    await untilAside(id, 'resting')
    const again = await read(id)
    expect(again?.failures?.firstAt.getTime()).to.be.above(parked?.failures?.firstAt.getTime() ?? Infinity)
    expect(again).to.not.have.property('parkedAt')
    codeOf = () => null
    await age(id, 0)
    await untilGone(id)
    expect(started).to.deep.equal(parked?.ids)
  })

  it('of a kind that no process knows are parked an hour after they were left', async () => {
    const id = await put('teleport')
    begin()
    await untilAside(id, 'unknown')
    await age(id, HOUR_MS)
    await untilAside(id, 'parked')
    expect(await countParked()).to.deep.equal({ unknown: 1 })
    expect((await read(id))?.failures?.reason).to.equal('unknown kind teleport')
  })

  it('of a kind that another version did not know are taken over by a process that knows it', async () => {
    const id = await put('email', { owner: null, aside: 'unknown' })
    begin()
    await untilGone(id)
    expect(started).to.have.length(1)
  })

  it('are taken by another relay when the one that was refused is gone', async () => {
    codeOf = () => INVALID_ARGUMENT
    const id = await put('email')
    const first = begin()
    await untilAside(id, 'resting')
    await stop(first)
    relays = []
    codeOf = () => null
    begin()
    await untilGone(id)
    expect(started).to.have.length(1)
  })

  it('are isolated to the one at fault, so that those that share its start are started', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => put('email')))
    const entries = (await Promise.all(ids.map(read))) as OutboxEntry[]
    const [bad = ''] = entries[3]?.ids ?? []
    codeOf = (emailIds) => (emailIds.includes(bad) ? INVALID_ARGUMENT : null)
    const { relay } = begin()
    relay.enqueue(entries)
    await untilAside(ids[3] ?? '', 'resting')
    for (const id of ids.filter((_, index) => index !== 3)) await untilGone(id)
    expect(started).to.not.include(bad)
  })

  it('for an outage alone count nothing, and are held by their relay', async () => {
    let attempts = 0
    codeOf = () => {
      attempts += 1
      return UNAVAILABLE
    }
    const id = await put('email')
    begin()
    await eventually(async () => attempts, atLeast(3))
    expect(await read(id))
      .to.include({ owner: '' })
      .and.not.have.property('failures')
    expect(linesOf(50)).to.deep.equal([])
    codeOf = () => null
    await untilGone(id)
  })

  it('rest in memory when an outage came upon one of their documents, whichever failed first', () => {
    const failures = [
      { error: answer(INVALID_ARGUMENT), isAway: false },
      { error: answer(UNAVAILABLE), isAway: true },
    ]
    for (const order of [failures, failures.toReversed()]) {
      const held = createHeldEntries()
      const entry = { _id: newId(), kind: 'email', projectId, queueKey: 'email:a', ids: ['1', '2'] } as OutboxEntry
      held.add(entry)
      expect(order.map((failure) => held.complete(entry, 1, failure))).to.deep.equal([false, true])
      expect(held.get(entry)?.failure?.isAway).to.equal(true)
    }
  })
})
