import { expect } from 'chai'
import { watchStops } from '../../outbox/reconcile/watch-stops.js'
import type { Repeated } from '../../runtime/concurrency/repeat.js'
import { useDatabase } from '../support/database.js'
import { atLeast, eventually } from '../support/eventually.js'
import { WorkHolder } from '../../models/work-holder.js'

// Long enough that no delay of this process costs the holder its work.
const TIMES = { everyMs: 50, heldMs: 60_000 }
const ROUNDS = 4

describe('the watch for workflows that were stopped in Temporal', () => {
  useDatabase({ isEmptied: 'before each' })
  const watches: Repeated[] = []
  afterEach(() => Promise.all(watches.splice(0).map((watch) => watch.stop())))

  /** Watches as a worker does; counts the questions to Temporal. */
  const watch = () => {
    const watcher = { questions: 0, stop: () => repeated.stop() }
    const temporal = {
      async *stoppedWithin() {
        watcher.questions += 1
        yield* []
      },
      runningAmong: async () => new Set<string>(),
      stateOf: async () => 'missing' as const,
      inputOf: async () => null,
    }
    const repeated = watchStops({ temporal }, (error) => expect.fail(String(error)), TIMES)
    watches.push(repeated)
    return watcher
  }
  const asked = (watcher: { questions: number }, times: number) =>
    eventually(async () => watcher.questions, atLeast(watcher.questions + times))

  it('asks Temporal from one process at a time, and from another once that one has stopped', async () => {
    const first = watch()
    await asked(first, 1)
    const second = watch()
    await asked(first, ROUNDS)
    expect(second.questions).to.equal(0)
    await first.stop()
    const before = first.questions
    await asked(second, ROUNDS)
    expect(first.questions).to.equal(before)
  })

  it('asks from another process once the holder has died', async () => {
    const held = new Date(Date.now() + 60_000)
    await WorkHolder.create({ _id: 'stops', holder: 'died', until: held })
    const watcher = watch()
    const other = watch()
    // As much time as the dead process had.
    await WorkHolder.updateOne({ _id: 'stops', until: held }, { until: new Date(Date.now() - 60_000) })
    await eventually(async () => watcher.questions + other.questions, atLeast(ROUNDS))
    expect([watcher.questions, other.questions]).to.include(0)
  })
})
