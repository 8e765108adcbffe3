import { expect } from 'chai'
import { pino } from 'pino'
import { HitsCountedError } from '../../../commands/sending/emails/count-hits.js'
import { createHitCounter, type HitCounter, type HitCounterOptions } from '../../../gateway/tracking/hit-counter.js'
import { eventuallyEquals } from '../../support/eventually.js'

const START_MS = Date.UTC(2026, 0, 1)

describe('the counter of opens and clicks', () => {
  let counter: HitCounter
  let counted: string[]
  let batches: number[]
  let lines: Record<string, unknown>[]
  let fail: (emailIds: string[]) => Promise<void>

  const create = (options: Partial<HitCounterOptions> = {}): void => {
    counter = createHitCounter({
      log: pino({ level: 'trace' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
      settledAfterMs: 0,
      async count(emails) {
        const ids = emails.map(({ emailId }) => emailId)
        batches.push(ids.length)
        await fail(ids)
        counted.push(...ids)
        return false
      },
      ...options,
    })
  }
  const hit = (index: number, projectId = 'p') => ({ projectId, emailId: `${index}`, at: new Date(START_MS + index) })
  const add = (count: number): void => counter.add(Array.from({ length: count }, (_, index) => hit(index)))
  const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}`)
  const nothingLeft = (count: number) => eventuallyEquals(() => counted.length, count)

  beforeEach(() => {
    counted = []
    batches = []
    lines = []
    fail = async () => undefined
    create()
  })
  afterEach(() => counter.close(0))

  it('counts the hits of many emails at a time, those of one moment once', async () => {
    add(250)
    counter.add([hit(7), hit(7)])
    await nothingLeft(250)
    expect(counted.toSorted()).to.deep.equal(keys(0, 250).toSorted())
    expect(batches.length).to.be.below(10)
    expect(Math.max(...batches)).to.equal(100)
  })

  it('retries until the database is back, and logs that once', async () => {
    let attempts = 0
    fail = async () => {
      if ((attempts += 1) <= 3) throw new Error('away')
    }
    add(3)
    await nothingLeft(3)
    expect(counted.toSorted()).to.deep.equal(keys(0, 3))
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['opens and clicks not counted yet'])
  })

  it('tries again without a word when another process counts the same hits', async () => {
    let attempts = 0
    fail = async () => {
      if ((attempts += 1) <= 3) throw new HitsCountedError()
    }
    add(3)
    await nothingLeft(3)
    expect(lines).to.deep.equal([])
  })

  it('counts the others when one cannot be counted, and gives that one up', async () => {
    fail = async (batch) => {
      if (batch.includes('7')) throw new Error('refused')
    }
    add(20)
    await nothingLeft(19)
    await eventuallyEquals(() => lines.at(-1)?.['msg'], 'opens and clicks cannot be counted: given up')
    expect(counted).not.to.include('7')
  })

  it('serves projects round-robin, so that a flood of hits of one delays no other', async () => {
    counter.add([...Array.from({ length: 500 }, (_, index) => hit(index, 'flood')), hit(501, 'other')])
    await nothingLeft(501)
    expect(counted.indexOf('501')).to.be.below(2)
  })
})
