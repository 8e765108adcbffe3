import { expect } from 'chai'
import { queueKeyOf, type OutboxEntry, type OutboxKind } from '../../models/outbox-entry.js'
import { createHeldEntries, type HeldEntries } from '../../outbox/held-entries.js'
import { newId } from '../../runtime/ids.js'

const AWAY = { error: new Error('away'), isAway: true }
const REFUSED = { error: new Error('refused'), isAway: false }

describe('the entries that a relay holds', () => {
  const now = performance.now.bind(performance)
  let ms: number
  let held: HeldEntries
  /** A test by a clock of its own, which nothing else of this process sees. */
  const byHand = (test: () => void) => (): void => {
    ms = 0
    performance.now = () => ms
    try {
      held = createHeldEntries()
      test()
    } finally {
      performance.now = now
    }
  }

  const add = (kind: OutboxKind): OutboxEntry => {
    const projectId = newId()
    const ids = [newId()]
    const entry = {
      _id: newId(),
      kind,
      projectId,
      queueKey: queueKeyOf(kind, projectId),
      ids,
      owner: '',
      createdAt: new Date(),
    }
    expect(held.add(entry)).to.equal(true)
    return entry
  }
  const dispatch = (entry: OutboxEntry): void => {
    held.complete(entry, 1)
    held.drop(entry)
  }

  it(
    'are stuck for as long as none of them is dispatched',
    byHand(() => {
      expect(held.stuckMs()).to.equal(0)
      ms = 1_000
      const [first] = [add('email'), add('email')]
      ms = 4_000
      expect(held.stuckMs()).to.equal(3_000)
      dispatch(first)
      expect(held.stuckMs()).to.equal(0)
      ms = 5_000
      expect(held.stuckMs()).to.equal(1_000)
    }),
  )

  it(
    'are not stuck once all are dispatched, nor when the next comes long after',
    byHand(() => {
      for (const entry of [add('email'), add('event')]) dispatch(entry)
      ms = 60_000
      expect(held.stuckMs()).to.equal(0)
      add('email')
      expect(held.stuckMs()).to.equal(0)
    }),
  )

  it(
    'are stuck where the way to Temporal is, whatever is dispatched within the database',
    byHand(() => {
      add('email')
      for (const kind of ['event', 'contact', 'project'] as const) {
        ms += 1_000
        dispatch(add(kind))
      }
      expect(held.stuckMs()).to.equal(3_000)
    }),
  )

  it(
    'are stuck while a server is away, and not by an entry that is refused for a reason of its own',
    byHand(() => {
      const [away, refused] = [add('email'), add('email')]
      ms = 2_000
      held.complete(away, 1, AWAY)
      expect(held.stuckMs()).to.equal(2_000)
      held.complete(refused, 1, REFUSED)
      expect(held.stuckMs()).to.equal(0)
    }),
  )
})
