import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { dayIn } from '../../../../commands/base/counters/day-in.js'
import { readUsage } from '../../../../commands/tenancy/billing/read-usage.js'
import { usageOf } from '../../../../commands/tenancy/billing/usage-tally.js'
import { withinSendLimit } from '../../../../commands/tenancy/billing/within-send-limit.js'
import { commandsOf } from '../../../support/commands.js'
import { useDatabase } from '../../../support/database.js'
import { createEmail, createProject } from '../../../support/factories.js'
import { expectIndexed } from '../../../models/expect-indexed.js'
import { countEmails } from '../../../gateway/routes/billing/scene.js'

const limited = (projectId: string, transactional: number | null) => ({
  project: { _id: projectId, billing: { limits: { transactional } } },
  hasBilling: true,
})
const nothing = async (): Promise<void> => undefined

describe('the usage that a limit checks', () => {
  useDatabase()
  // The clock of some work alone: other work of this process measures the database's clock meanwhile.
  const clock = new AsyncLocalStorage<{ date: number; performance: number }>()
  const [dateNow, performanceNow] = [Date.now, performance.now.bind(performance)]
  const middle = new Date().setUTCDate(15)
  const began = performanceNow() + middle - dateNow()
  before(() => {
    Date.now = () => clock.getStore()?.date ?? dateNow()
    performance.now = () => clock.getStore()?.performance ?? performanceNow()
  })
  after(() => {
    Date.now = dateNow
    performance.now = performanceNow
  })
  /** Runs `work` so many seconds after a time in the middle of a month, however long it takes. */
  const at = <T>(seconds: number, work: () => Promise<T>): Promise<T> =>
    clock.run({ date: middle + seconds * 1_000, performance: began + seconds * 1_000 }, work)

  it('costs sends one read a second with a limit, and none without', async () => {
    const { id } = await createProject()
    const sends = (limit: number | null) =>
      commandsOf(async () => {
        for (let n = 0; n < 20; n += 1) {
          await at(n / 21, () => withinSendLimit({ ...limited(id, limit), emails: 1 }, nothing))
        }
      })
    const isUse = (command: string): boolean => command.endsWith('daily_counts')
    expect((await sends(null)).filter(isUse)).to.deep.equal([])
    expect((await sends(1_000)).filter(isUse)).to.deep.equal(['aggregate daily_counts'])
    const off = { ...limited(id, 0), hasBilling: false, emails: 1 }
    expect((await commandsOf(() => withinSendLimit(off, nothing))).filter(isUse)).to.deep.equal([])
  })

  it('includes waiting emails of this month, by category, and only those of this project', async () => {
    const [{ id: projectId }, other] = [await createProject(), await createProject()]
    const now = new Date()
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))
    await countEmails(projectId, { sentTransactional: 2, tests: 2, sentWorkflow: 1 }, dayIn('UTC', now))
    const waiting = { projectId, status: 'PENDING', createdAt: now } as const
    for (const sourceType of ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST'] as const) {
      await createEmail({ ...waiting, sourceType })
    }
    await createEmail({ ...waiting, createdAt: lastMonth })
    await createEmail({ ...waiting, projectId: other.id })
    expect(await readUsage(projectId, now)).to.deep.equal({ transactional: 6, campaigns: 1, workflows: 2, inbound: 0 })
  })

  it('is read by the ids of the days and by the index of statuses', async () => {
    const { id: projectId } = await createProject()
    const now = new Date()
    for (let n = 0; n < 40; n += 1) await createEmail({ projectId, status: n % 4 === 0 ? 'PENDING' : 'DELIVERED' })
    await countEmails(projectId, { sentTransactional: 30 }, dayIn('UTC', now))
    // The day. The index alone answers for the ten emails that wait, and for their sources.
    const [operation, ...others] = await expectIndexed('daily_counts', () => readUsage(projectId, now))
    expect([operation?.docsExamined, others]).to.deep.equal([1, []])
  })

  it('equals the database ten seconds after the last email, and a minute after a previous read', async () => {
    const [{ id: idle }, { id: busy }] = [await createProject(), await createProject()]
    // None of these is stored: to the database it looks as if they had failed since.
    await at(0, () => withinSendLimit({ ...limited(idle, 5), emails: 5 }, nothing))
    expect(await at(2, () => usageOf(idle))).to.include({ transactional: 5 })
    expect(await at(11, () => usageOf(idle))).to.include({ transactional: 0 })
    for (let seconds = 0; seconds <= 55; seconds += 5) {
      await at(seconds, () => withinSendLimit({ ...limited(busy, 100), emails: 1 }, nothing))
    }
    expect(await at(58, () => usageOf(busy))).to.include({ transactional: 12 })
    expect(await at(62, () => usageOf(busy))).to.include({ transactional: 0 })
  })

  it('decreases again when the work fails, and no further when it is refused', async () => {
    const { id } = await createProject()
    const send = (emails: number, work = nothing) => at(0, () => withinSendLimit({ ...limited(id, 5), emails }, work))
    const fails = (): Promise<void> => Promise.reject(new Error('refused'))
    for (let n = 0; n < 3; n += 1) await send(5, fails).catch(() => undefined)
    await send(3)
    expect(await send(3).catch((error: unknown) => error)).to.have.deep.property('details', {
      category: 'transactional',
      limit: 5,
      usage: 3,
    })
    await send(2)
  })
})
