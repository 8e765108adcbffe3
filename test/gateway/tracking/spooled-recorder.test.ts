import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as tick } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import {
  createEngagementRecorder,
  type EngagementRecorder,
  type EngagementRecorderOptions,
} from '../../../gateway/tracking/engagement-recorder.js'
import { Spool, type SpoolOptions } from '../../../gateway/tracking/spool.js'
import { addHits, countHits, type NumberedHits } from '../../../models/domain/hits.js'
import { useFolders } from '../../embedded/folders.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { atLeast, eventually, eventuallyEquals } from '../../support/eventually.js'

describe('the recorder of opens and clicks with a spool', () => {
  const makeFolder = useFolders()
  let folder: string
  let recorder: EngagementRecorder
  let recorded: Set<string>
  let attempts: number
  let lines: Record<string, unknown>[]
  let isAway: boolean
  let onRecord: (emailIds: string[]) => void

  const log = pino({ level: 'trace' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const create = (options: Partial<EngagementRecorderOptions & SpoolOptions> = {}): void => {
    recorder = createEngagementRecorder({
      log,
      spool: new Spool({ folder, encryptionKeys: ENCRYPTION_KEYS, log, ...options }),
      async store(facts) {
        attempts += 1
        await tick()
        if (isAway) throw new Error('away')
        const emailIds = facts.map(({ emailId }) => emailId)
        onRecord(emailIds)
        for (const emailId of emailIds) recorded.add(emailId)
      },
      closeWithinMs: 200,
      ...options,
    })
  }
  const enqueue = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      const at = new Date(Date.UTC(2026, 0, 1) + index)
      const link = 'https://example.com/'
      const sending = { at, isMachine: false, agent: '', isProbe: false }
      recorder.record({ projectId: 'p', emailId: `${index}`, ...sending, kind: 'clicked', link })
    }
  }
  const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const nothingLeft = async (count: number): Promise<void> => {
    await eventuallyEquals(() => recorded.size, count)
    await eventuallyEquals(() => files().length, 0)
  }
  const triedTimes = (count: number) => eventually(async () => attempts, atLeast(count))
  const complaints = (): unknown[] => lines.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg)

  beforeEach(() => {
    folder = join(makeFolder(), 'spool')
    recorded = new Set()
    attempts = 0
    lines = []
    isAway = false
    onRecord = () => undefined
  })
  afterEach(async () => {
    isAway = false
    await recorder.close()
  })

  it('has written every hit when it returns, and removes the file once all are recorded', async () => {
    create()
    isAway = true
    enqueue(0, 5)
    const [file = ''] = files()
    expect(file).to.match(/\.jsonl$/)
    isAway = false
    await nothingLeft(5)
  })

  it('drops no hit even if memory is full', async () => {
    create({ maxWaiting: 10, maxFileBytes: 2_000 })
    isAway = true
    enqueue(0, 500)
    await triedTimes(2)
    enqueue(500, 1_000)
    isAway = false
    await nothingLeft(1_000)
    expect(complaints()).to.deep.equal([])
  })

  it('records evicted hits although more arrive all the time', async () => {
    create({ maxWaiting: 10, maxFileBytes: 2_000 })
    isAway = true
    enqueue(0, 200)
    await triedTimes(1)
    let next = 200
    const isThrough = (): boolean =>
      Array.from({ length: 200 }, (_, index) => `${index}`).every((emailId) => recorded.has(emailId))
    onRecord = () => {
      if (isThrough()) return
      enqueue(next, next + 1)
      next += 1
    }
    isAway = false
    await eventually(async () => isThrough(), Boolean)
  })

  it('counts each hit once, also evicted ones that are read back out of order', async () => {
    const counted = new Map<string, NumberedHits[]>()
    const count = (): number => countHits([...counted.values()].flat())
    create({
      maxWaiting: 10,
      maxFileBytes: 2_000,
      async store(facts) {
        attempts += 1
        await tick()
        if (isAway) throw new Error('away')
        for (const { emailId, hits = [] } of facts) {
          counted.set(emailId, addHits(counted.get(emailId) ?? [], hits).hits)
        }
      },
    })
    isAway = true
    for (let round = 0; round < 5; round += 1) enqueue(0, 50)
    await triedTimes(2)
    enqueue(0, 50)
    isAway = false
    await eventuallyEquals(() => files().length, 0)
    expect(count()).to.equal(300)
    expect([...counted.values()].every(([hits]) => hits?.ranges.length === 1)).to.equal(true)
  })

  it('leaves unrecorded hits to the next recorder when it closes', async () => {
    create({ maxWaiting: 10, maxFileBytes: 2_000 })
    isAway = true
    enqueue(0, 100)
    await recorder.close()
    expect(complaints()).to.deep.equal([])
    expect(lines.at(-1)?.['msg']).to.equal('opens and clicks are left in the spool for the next gateway')

    isAway = false
    create()
    await nothingLeft(100)
  })

  it('records the hits of the previous recorder although no new ones arrive', async () => {
    create()
    isAway = true
    enqueue(0, 3)
    await recorder.close()
    create()
    await triedTimes(3)
    isAway = false
    await nothingLeft(3)
  })

  it('keeps no file for a hit that cannot be recorded', async () => {
    create()
    onRecord = (emailIds) => {
      if (emailIds.includes('1')) throw new Error('refused')
    }
    enqueue(0, 3)
    await nothingLeft(2)
    expect(complaints()).to.deep.equal(['an open or click cannot be recorded: given up'])
  })

  it('continues in memory if the disk cannot be written, and logs the dropped hits', async () => {
    writeFileSync(folder, 'no folder')
    create({ maxWaiting: 20 })
    isAway = true
    enqueue(0, 30)
    await triedTimes(3)
    expect(complaints()).to.deep.equal([
      'opens and clicks wait in memory only',
      'too many opens and clicks wait for MongoDB: some are dropped',
    ])
    isAway = false
    await eventuallyEquals(() => recorded.size, 10)
  })
})
