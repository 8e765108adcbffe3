import { expect } from 'chai'
import { pino } from 'pino'
import {
  createEngagementRecorder,
  type EngagementRecorder,
  type EngagementRecorderOptions,
} from '../../../gateway/tracking/engagement-recorder.js'
import type { EngagementFact } from '../../../models/domain/email-facts.js'
import { eventually } from '../../support/eventually.js'
import { livedMs } from '../../support/lived-ms.js'

const START_MS = Date.UTC(2026, 0, 1)

describe('the recorder of opens and clicks', () => {
  let recorder: EngagementRecorder
  let recorded: string[]
  let batches: number[]
  let lines: Record<string, unknown>[]
  let fail: (keys: string[]) => Promise<void>

  const create = (options: Partial<EngagementRecorderOptions> = {}): void => {
    recorder = createEngagementRecorder({
      enqueue: () => undefined,
      log: pino({ level: 'trace' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
      async store(facts) {
        batches.push(facts.length)
        await fail(facts.map(({ key }) => key))
        recorded.push(...facts.map(({ key }) => key))
        return []
      },
      ...options,
    })
  }
  const fact = (index: number): EngagementFact => ({
    kind: 'clicked',
    projectId: 'p',
    emailId: 'e',
    at: new Date(START_MS + index),
    key: `${index}`,
    messageId: null,
    isMachine: false,
    link: 'https://user@example.com/secret',
  })
  const enqueue = (count: number): void => {
    for (let index = 0; index < count; index += 1) recorder.record(fact(index))
  }
  const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}`)
  const nothingLeft = (count: number) =>
    eventually(
      async () => recorded.length,
      (length) => length === count,
    )

  beforeEach(() => {
    recorded = []
    batches = []
    lines = []
    fail = async () => undefined
    create()
  })
  afterEach(() => recorder.close())

  it('writes many at a time, each once', async () => {
    enqueue(250)
    await nothingLeft(250)
    expect([...recorded].sort()).to.deep.equal(keys(0, 250).sort())
    expect(batches.length).to.be.below(10)
    expect(Math.max(...batches)).to.equal(100)
  })

  it('tries again until the database is back, and says so once', async () => {
    let attempts = 0
    fail = async () => {
      attempts += 1
      if (attempts < 4) throw new Error('away')
    }
    enqueue(3)
    await nothingLeft(3)
    expect([...recorded].sort()).to.deep.equal(keys(0, 3))
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['opens and clicks not recorded yet'])
    expect(JSON.stringify(lines)).not.to.include('secret')
  })

  it('records the others when one cannot be, and gives that one up', async () => {
    fail = async (batch) => {
      if (batch.includes('7')) throw new Error('refused')
    }
    enqueue(20)
    await nothingLeft(19)
    await eventually(
      async () => lines.at(-1)?.['msg'],
      (text) => text === 'an open or click cannot be recorded: given up',
    )
    expect(recorded).not.to.include('7')
  })

  it('drops what comes when too many wait in memory and there is no spool, and counts it', async () => {
    create({ maxWaiting: 10 })
    let isAway = true
    fail = async () => {
      if (isAway) throw new Error('away')
    }
    enqueue(30)
    await eventually(
      async () => batches.length,
      (count) => count > 2,
    )
    isAway = false
    await nothingLeft(10)
    expect([...recorded].sort()).to.deep.equal(keys(0, 10))
    expect(lines.filter(({ dropped }) => dropped !== undefined).map(({ dropped }) => dropped)).to.deep.equal([20])
  })

  it('records what waits before it closes', async () => {
    let attempts = 0
    fail = async () => {
      attempts += 1
      if (attempts < 3) throw new Error('away')
    }
    enqueue(150)
    await recorder.close()
    expect(recorded).to.have.length(150)
  })

  it('does not wait for ever to close, and says how many are lost', async () => {
    create({ closeWithinMs: 200 })
    fail = () => Promise.reject(new Error('away'))
    enqueue(5)
    expect(await livedMs(() => recorder.close())).to.be.below(2_000)
    expect(lines.at(-1)).to.include({ lost: 5 })
  })
})
