import { expect } from 'chai'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBatcher } from '../../../runtime/concurrency/batcher.js'
import { eventuallyEquals } from '../../support/eventually.js'

interface Item {
  group: string
  n: number
}

/** A batcher whose runs end when the test says so. */
function setUp(
  limits: Partial<{
    maxBatch: number
    concurrencyPerKey: number
    concurrency: number
    cooldownMs: number
    gatherMs: number
    groupOf: (item: Item) => string
  }> = {},
) {
  const runs: { items: Item[]; finish: () => void; fail: () => void }[] = []
  const batcher = createBatcher<Item>({
    keyOf: ({ group }) => group,
    maxBatch: 3,
    concurrencyPerKey: 1,
    concurrency: 2,
    ...limits,
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, finish: resolve, fail: () => reject(new Error('run failed')) })
      }),
  })
  const enqueue = (group: string, ...numbers: number[]): void => {
    for (const n of numbers) batcher.enqueue({ group, n })
  }
  const taken = () => runs.map(({ items }) => items.map(({ group, n }) => `${group}${n}`).join())
  /** Ends a run, and lets what follows from it happen before any timer. */
  const finish = async (run: number): Promise<void> => {
    runs[run]?.finish()
    for (let microtasks = 0; microtasks < 10; microtasks += 1) await Promise.resolve()
  }
  return { batcher, enqueue, runs, finish, taken }
}

describe('a batcher by pressure', () => {
  it('runs a lone item at once and by itself', () => {
    const { enqueue, taken } = setUp()
    enqueue('a', 1)
    expect(taken()).to.deep.equal(['a1'])
  })

  it('takes what arrived during a run together in the next, up to its limit', async () => {
    const { batcher, enqueue, taken, runs, finish } = setUp()
    enqueue('a', 1, 2, 3, 4, 5)
    await finish(0)
    await finish(1)
    runs[2]?.finish()
    await batcher.idle()
    expect(taken()).to.deep.equal(['a1', 'a2,a3,a4', 'a5'])
  })

  it('gathers more after a run of several, and holds up nothing after a run of one', async () => {
    const { batcher, enqueue, taken, runs, finish } = setUp({ cooldownMs: 5 })
    enqueue('a', 1)
    runs[0]?.finish()
    await batcher.idle()
    enqueue('a', 2, 3, 4)
    expect(taken()).to.deep.equal(['a1', 'a2'])
    await finish(1)
    await finish(2)
    enqueue('a', 5)
    enqueue('a', 6)
    expect(taken()).to.deep.equal(['a1', 'a2', 'a3,a4'])
    await eventuallyEquals(() => taken().at(-1), 'a5,a6')
  })

  it('lets what may wait gather for a while, but not once a batch is full or its end is awaited', async () => {
    const { batcher, enqueue, taken, runs, finish } = setUp({ gatherMs: 5 })
    enqueue('a', 1)
    enqueue('a', 2)
    expect(taken()).to.deep.equal([])
    await eventuallyEquals(() => taken().join(), 'a1,a2')
    await finish(0)
    const patient = setUp({ gatherMs: 600_000 })
    patient.enqueue('a', 1, 2, 3, 4)
    expect(patient.taken()).to.deep.equal(['a1,a2,a3'])
    await patient.finish(0)
    expect(patient.taken()).to.deep.equal(['a1,a2,a3'])
    const isIdle = patient.batcher.idle()
    await eventuallyEquals(() => patient.taken().at(-1), 'a4')
    await patient.finish(1)
    await isIdle
    await batcher.idle()
    expect(runs).to.have.length(1)
  })

  it('serves keys round robin, so that a long one does not keep others waiting', async () => {
    const { enqueue, taken, finish } = setUp({ concurrency: 1 })
    enqueue('a', 1, 2, 3, 4, 5, 6, 7, 8)
    enqueue('b', 1)
    await finish(0)
    await finish(1)
    expect(taken()).to.deep.equal(['a1', 'a2,a3,a4', 'b1'])
  })

  it('takes further keys of a group into a batch, as far as all of a key have room', async () => {
    const { batcher, enqueue, taken, finish } = setUp({ groupOf: () => 'all', maxBatch: 4 })
    enqueue('a', 1)
    enqueue('b', 1)
    enqueue('c', 1, 2, 3, 4, 5)
    enqueue('d', 1)
    enqueue('a', 2)
    expect(taken(), 'a group has one run at a time').to.deep.equal(['a1'])
    await finish(0)
    await finish(1)
    await finish(2)
    await finish(3)
    await batcher.idle()
    expect(taken()).to.deep.equal(['a1', 'b1,d1,a2', 'c1,c2,c3,c4', 'c5'])
  })

  it('begins another run of a group beside a slow one, without the keys of the slow one', async () => {
    const { enqueue, taken } = setUp({ groupOf: () => 'all' })
    enqueue('a', 1)
    enqueue('a', 2)
    enqueue('b', 1)
    await eventuallyEquals(() => taken().join(' '), 'a1 b1')
  })

  it('begins fewer runs of a group beside others where all runs are slow, so that the batches grow', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { enqueue, taken } = setUp({ groupOf: () => 'all', concurrency: 100, maxBatch: 100 })
      for (let ms = 0; ms < 20_000; ms += 10) {
        enqueue(`${ms}-`, 1)
        mock.timers.tick(10)
      }
      const sizes = taken().map((items) => items.split(',').length)
      expect(sizes.slice(0, 2)).to.deep.equal([1, 9])
      expect(sizes.at(-1)).to.equal(100)
    } finally {
      mock.timers.reset()
    }
  })

  it('keeps the pause after a run of a group, however long it is', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { enqueue, taken, finish } = setUp({ groupOf: () => 'all', cooldownMs: 500 })
      enqueue('a', 1)
      enqueue('b', 1)
      enqueue('c', 1)
      await finish(0)
      expect(taken()).to.deep.equal(['a1', 'b1,c1'])
      enqueue('d', 1)
      await finish(1)
      mock.timers.tick(499)
      expect(taken()).to.deep.equal(['a1', 'b1,c1'])
      mock.timers.tick(1)
      expect(taken()).to.deep.equal(['a1', 'b1,c1', 'd1'])
    } finally {
      mock.timers.reset()
    }
  })

  it('goes on after a run that failed, and is idle when nothing is left', async () => {
    const { batcher, enqueue, taken, runs } = setUp()
    enqueue('a', 1, 2)
    runs[0]?.fail()
    await turn()
    runs[1]?.finish()
    await batcher.idle()
    expect(taken()).to.deep.equal(['a1', 'a2'])
  })
})
