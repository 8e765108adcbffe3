import { expect } from 'chai'
import { pino } from 'pino'
import type { Hit } from '../../../gateway/tracking/hit.js'
import { createHitStore, type HitStore, type HitStoreOptions } from '../../../gateway/tracking/hit-store.js'
import type { HitRecord } from '../../../models/hit.js'
import { eventually, eventuallyEquals, atLeast } from '../../support/eventually.js'
import { livedMs } from '../../support/lived-ms.js'
import { growthOf } from '../../support/metrics.js'

const START_MS = Date.UTC(2026, 0, 1)

describe('the store of opens and clicks', () => {
  let store: HitStore
  let attempts: string[][]
  let inserted: HitRecord[]
  let told: HitRecord[]
  let lines: Record<string, unknown>[]
  let fail: () => Promise<void>

  const create = (options: Partial<HitStoreOptions> = {}): void => {
    store = createHitStore({
      log: pino({ level: 'trace' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
      onStored: (hits) => told.push(...hits),
      async insert(hits) {
        attempts.push(hits.map(({ _id }) => _id))
        await fail()
        inserted.push(...hits)
      },
      ...options,
    })
  }
  const hit = (index: number, projectId = 'p'): Extract<Hit, { kind: 'clicked' }> => ({
    kind: 'clicked',
    projectId,
    emailId: `${index}`,
    at: new Date(START_MS + index),
    isMachine: false,
    agent: '',
    isProbe: false,
    link: 'https://user@example.com/secret',
  })
  const storeAll = (from: number, to: number, projectId?: string) =>
    Promise.all(Array.from({ length: to - from }, (_, index) => store.store(hit(from + index, projectId))))
  const requests = (hits: readonly HitRecord[]): number => hits.reduce((sum, { count }) => sum + count, 0)
  /** MongoDB is away until the returned function is called. */
  const beAway = (): (() => void) => {
    let isAway = true
    fail = async () => {
      if (isAway) throw new Error('away')
    }
    return () => void (isAway = false)
  }

  beforeEach(() => {
    attempts = []
    inserted = []
    told = []
    lines = []
    fail = async () => undefined
    create()
  })
  afterEach(() => store.close(0))

  it('inserts many hits at a time, each once, and resolves when they are stored', async () => {
    await storeAll(0, 1_200)
    expect(new Set(inserted.map(({ emailId }) => emailId)).size).to.equal(1_200)
    expect(inserted).to.have.length(1_200)
    expect(attempts.length).to.be.below(10)
    expect(told).to.have.members(inserted)
  })

  it('repeats an insert under the same ids until MongoDB is back, and logs that once', async () => {
    const comeBack = beAway()
    const stored = storeAll(0, 3)
    await eventually(async () => attempts.length, atLeast(4))
    comeBack()
    await stored
    expect(inserted.map(({ emailId }) => emailId).toSorted()).to.deep.equal(['0', '1', '2'])
    expect(new Set(attempts.flat()).size).to.equal(3)
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['opens and clicks not stored yet'])
    expect(JSON.stringify(lines)).not.to.include('secret')
  })

  it('joins the waiting hits of one user agent on one link within a moment', async () => {
    const at = (ms: number) => ({ ...hit(1), at: new Date(START_MS + ms) })
    const others = [at(200), { ...at(0), agent: 'other' }, { ...at(0), isMachine: true }, { ...at(0), link: 'other' }]
    const occupied = storeAll(2, 4)
    await Promise.all([occupied, ...[at(0), at(100), at(199), ...others].map((each) => store.store(each))])
    const counts = inserted.filter(({ emailId }) => emailId === '1').map(({ count }) => count)
    expect(counts).to.have.members([1, 1, 1, 1, 3])
  })

  it('keeps as many hits as fit into its memory, and counts and logs those that it drops', async () => {
    create({ maxBytes: 100_000 })
    const comeBack = beAway()
    let stored: Promise<unknown> = Promise.resolve()
    const dropped = await growthOf('posthorn_dropped_hits_total', { limit: 'room' }, async () => {
      stored = storeAll(0, 200)
    })
    comeBack()
    await stored
    expect(dropped).to.be.within(100, 199)
    expect(inserted).to.have.length(200 - dropped)
    await store.close(0)
    expect(lines.at(-1)).to.include({ dropped })
  })

  it('keeps room in memory for the other projects when the hits of one flood it', async () => {
    create({ maxBytes: 200_000 })
    const comeBack = beAway()
    const stored = [storeAll(0, 500, 'flood'), storeAll(500, 520, 'other')]
    comeBack()
    await Promise.all(stored)
    expect(inserted.filter(({ projectId }) => projectId === 'other')).to.have.length(20)
    expect(inserted.length).to.be.below(150)
  })

  it('stores the hits of a message in a minute up to a limit, and counts the others by a metric', async () => {
    create({ maxHitsPerMinute: 10 })
    const dropped = await growthOf('posthorn_dropped_hits_total', { limit: 'message' }, async () => {
      const links = Array.from({ length: 25 }, (_, index) => ({ ...hit(1), link: `https://example.com/${index % 2}` }))
      await Promise.all([...links, hit(2)].map((each) => store.store(each)))
    })
    expect([requests(inserted), dropped]).to.deep.equal([11, 15])
  })

  it('stores the waiting hits before it closes', async () => {
    const comeBack = beAway()
    void storeAll(0, 150)
    await eventually(async () => attempts.length, atLeast(2))
    comeBack()
    await store.close(60_000)
    expect(inserted).to.have.length(150)
  })

  it('limits the time to close, and reports how many hits are lost', async () => {
    beAway()
    void storeAll(0, 5)
    await eventuallyEquals(() => attempts.length > 0, true)
    expect(await livedMs(() => store.close(200))).to.be.below(2_000)
    expect(lines.at(-1)).to.include({ lost: 5 })
  })
})
