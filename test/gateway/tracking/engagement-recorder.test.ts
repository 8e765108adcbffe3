import { expect } from 'chai'
import { pino } from 'pino'
import {
  createEngagementRecorder,
  type EngagementRecorder,
  type EngagementRecorderOptions,
} from '../../../gateway/tracking/engagement-recorder.js'
import type { EngagementFact } from '../../../models/domain/email-facts.js'
import type { Hit } from '../../../gateway/tracking/hit.js'
import { countHits } from '../../../models/domain/hits.js'
import { growthOf } from '../../support/metrics.js'
import { atLeast, eventually, eventuallyEquals } from '../../support/eventually.js'
import { livedMs } from '../../support/lived-ms.js'

const START_MS = Date.UTC(2026, 0, 1)

describe('the recorder of opens and clicks', () => {
  let recorder: EngagementRecorder
  let recorded: string[]
  let batches: number[]
  let lines: Record<string, unknown>[]
  let fail: (emailIds: string[]) => Promise<void>

  const create = (options: Partial<EngagementRecorderOptions> = {}): void => {
    recorder = createEngagementRecorder({
      log: pino({ level: 'trace' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
      async store(facts) {
        batches.push(facts.length)
        await fail(facts.map(({ emailId }) => emailId))
        recorded.push(...facts.map(({ emailId }) => emailId))
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
  const enqueue = (count: number): void => {
    for (let index = 0; index < count; index += 1) recorder.record(hit(index))
  }
  const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}`)
  const nothingLeft = (count: number) => eventuallyEquals(() => recorded.length, count)
  const failAtFirst = (times: number): void => {
    let attempts = 0
    fail = async () => {
      if ((attempts += 1) <= times) throw new Error('away')
    }
  }

  beforeEach(() => {
    recorded = []
    batches = []
    lines = []
    fail = async () => undefined
    create()
  })
  afterEach(() => recorder.close())

  it('writes many hits at a time, each once', async () => {
    enqueue(250)
    await nothingLeft(250)
    expect([...recorded].sort()).to.deep.equal(keys(0, 250).sort())
    expect(batches.length).to.be.below(10)
    expect(Math.max(...batches)).to.equal(100)
  })

  it('retries until the database is back, and logs that once', async () => {
    failAtFirst(3)
    enqueue(3)
    await nothingLeft(3)
    expect([...recorded].sort()).to.deep.equal(keys(0, 3))
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['opens and clicks not recorded yet'])
    expect(JSON.stringify(lines)).not.to.include('secret')
  })

  it('records the others when one cannot be recorded, and gives that one up', async () => {
    fail = async (batch) => {
      if (batch.includes('7')) throw new Error('refused')
    }
    enqueue(20)
    await nothingLeft(19)
    await eventuallyEquals(() => lines.at(-1)?.['msg'], 'an open or click cannot be recorded: given up')
    expect(recorded).not.to.include('7')
  })

  it('drops and counts hits when too many wait in memory and there is no spool', async () => {
    create({ maxWaiting: 20 })
    let isAway = true
    fail = async () => {
      if (isAway) throw new Error('away')
    }
    enqueue(30)
    await eventually(async () => batches.length, atLeast(3))
    isAway = false
    await nothingLeft(10)
    expect([...recorded].sort()).to.deep.equal(keys(0, 10))
    expect(lines.filter(({ dropped }) => dropped !== undefined).map(({ dropped }) => dropped)).to.deep.equal([20])
  })

  it('merges the hits on a link within a minute, of persons and of machines separately', async () => {
    const facts: EngagementFact[] = []
    create({
      async store(batch) {
        facts.push(...batch)
      },
    })
    const start = START_MS + 59_999
    for (const [offset, isMachine] of [
      [0, false],
      [0, false],
      [0, true],
      [1, false],
      [0, false],
    ] as const) {
      recorder.record({ ...hit(1), at: new Date(start + offset), isMachine })
    }
    await eventuallyEquals(() => facts.length, 3)
    expect(
      facts.map(({ at, isMachine, hits = [] }) => [at.getTime() - start, isMachine, countHits(hits)]),
    ).to.deep.equal([
      [0, false, 3],
      [0, true, 1],
      [1, false, 1],
    ])
  })

  it('serves projects round-robin, so that a flood of hits of one delays no other', async () => {
    create({ maxWaiting: 1_000 })
    for (let index = 0; index < 500; index += 1) recorder.record(hit(index, 'flood'))
    recorder.record(hit(501, 'other'))
    await nothingLeft(501)
    expect(recorded.indexOf('501')).to.be.below(2)
  })

  it('keeps room in memory for the other projects when the hits of one flood it', async () => {
    create({ maxWaiting: 100 })
    const dropped = await growthOf('posthorn_dropped_hits_total', { limit: 'room' }, async () => {
      for (let index = 0; index < 500; index += 1) recorder.record(hit(index, 'flood'))
      for (let index = 500; index < 520; index += 1) recorder.record(hit(index, 'other'))
    })
    await nothingLeft(70)
    expect(recorded.filter((emailId) => Number(emailId) >= 500)).to.have.length(20)
    expect(dropped).to.equal(450)
  })

  it('records the hits of a message in a minute up to a limit, and counts the others by a metric', async () => {
    let count = 0
    create({
      maxHitsPerMinute: 10,
      async store(facts) {
        count += facts.reduce((sum, { hits = [] }) => sum + countHits(hits), 0)
        recorded.push(...facts.map(({ emailId }) => emailId))
      },
    })
    const dropped = await growthOf('posthorn_dropped_hits_total', { limit: 'message' }, async () => {
      for (let index = 0; index < 25; index += 1)
        recorder.record({ ...hit(1), link: `https://example.com/${index % 2}` })
      recorder.record(hit(2))
    })
    await nothingLeft(3)
    expect([count, dropped]).to.deep.equal([11, 15])
  })

  it('records the waiting hits before it closes', async () => {
    failAtFirst(2)
    enqueue(150)
    await recorder.close()
    expect(recorded).to.have.length(150)
  })

  it('limits the time to close, and reports how many hits are lost', async () => {
    create({ closeWithinMs: 200 })
    fail = () => Promise.reject(new Error('away'))
    enqueue(5)
    expect(await livedMs(() => recorder.close())).to.be.below(2_000)
    expect(lines.at(-1)).to.include({ lost: 5 })
  })
})
