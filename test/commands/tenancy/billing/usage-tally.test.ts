import { expect } from 'chai'
import { dayIn } from '../../../../commands/base/counters/day-in.js'
import { changeLimits } from '../../../../commands/tenancy/billing/limits.js'
import { readUsage } from '../../../../commands/tenancy/billing/read-usage.js'
import { withinSendLimit } from '../../../../commands/tenancy/billing/within-send-limit.js'
import { commandsOf } from '../../../support/commands.js'
import { useDatabase } from '../../../support/database.js'
import { eventually } from '../../../support/eventually.js'
import { createEmail, createProject } from '../../../support/factories.js'
import { UsageTally } from '../../../support/models.js'
import { expectIndexed } from '../../../models/expect-indexed.js'
import { ageTally, countEmails } from '../../../gateway/routes/billing/scene.js'

const limited = (projectId: string, transactional: number | null) => ({
  project: { _id: projectId, billing: { limits: { transactional } } },
  hasBilling: true,
})
const nothing = async (): Promise<void> => undefined

describe('the usage that a limit checks', () => {
  useDatabase()

  const send = (projectId: string, limit: number | null, emails = 1, work = nothing) =>
    withinSendLimit({ ...limited(projectId, limit), emails }, work)
  const refusalOf = (work: Promise<void>) =>
    work.then(() => null).catch((error: { details?: unknown }) => error.details)
  /** Sends until the refusal comes from a new read, and not from the memory of the one before. */
  const refusedByRead = async (projectId: string, limit: number): Promise<void> => {
    const readAt = async () => (await UsageTally.findOne({ projectId }).orFail().lean()).readAt.getTime()
    const before = await readAt()
    await eventually(
      async () => {
        expect(await refusalOf(send(projectId, limit))).to.include({ usage: limit })
        return readAt()
      },
      (at) => at > before,
    )
  }

  it('costs sends no command without a limit, and few far from one', async () => {
    const { id } = await createProject()
    const isUse = (command: string): boolean => /usage_tallies|daily_counts/.test(command)
    const sends = async (count: number, limit: number | null) => {
      const commands = await commandsOf(async () => {
        for (let n = 0; n < count; n += 1) await send(id, limit)
      })
      return commands.filter(isUse)
    }
    expect(await sends(20, null)).to.deep.equal([])
    const off = { ...limited(id, 0), hasBilling: false, emails: 1 }
    expect((await commandsOf(() => withinSendLimit(off, nothing))).filter(isUse)).to.deep.equal([])

    const lease = 'findAndModify usage_tallies'
    expect(await sends(1, 1_000_000)).to.deep.equal([lease, 'aggregate daily_counts', lease])
    // Each block is twice as large as the one before.
    expect(await sends(1_000, 1_000_000)).to.have.length.below(12)
    expect(await UsageTally.findOne({ projectId: id }).orFail().lean())
      .to.have.property('emails')
      .at.least(1_001)
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

  it('loses emails that failed, once no other may be on its way', async () => {
    const { id } = await createProject()
    // None of these is stored: to the database it looks as if they had failed since.
    await send(id, 5, 5)
    await ageTally(id)
    // The first read that finds nothing on its way may have missed an email.
    await refusedByRead(id, 5)
    await ageTally(id)
    await eventually(
      () => refusalOf(send(id, 5, 5)),
      (refusal) => refusal === null,
    )
    await refusedByRead(id, 5)
  })

  it('keeps emails that it cannot see while others wait', async () => {
    const { id } = await createProject()
    await send(id, 5, 5)
    await createEmail({ projectId: id, status: 'PENDING', createdAt: new Date() })
    for (const _ of [1, 2, 3]) {
      await ageTally(id)
      await refusedByRead(id, 5)
    }
  })

  it('includes emails that were accepted while there was no limit', async () => {
    const { id } = await createProject()
    await send(id, 5, 2)
    for (let n = 0; n < 4; n += 1) await createEmail({ projectId: id, status: 'PENDING', createdAt: new Date() })
    await changeLimits(id, { transactional: 5 })
    expect(await refusalOf(send(id, 5))).to.include({ limit: 5 })
  })

  it('decreases again when the work fails, and no further when it is refused', async () => {
    const { id } = await createProject()
    const fails = (): Promise<void> => Promise.reject(new Error('refused'))
    for (let n = 0; n < 3; n += 1) await send(id, 5, 5, fails).catch(() => undefined)
    await send(id, 5, 3)
    expect(await refusalOf(send(id, 5, 3))).to.deep.equal({ category: 'transactional', limit: 5, usage: 3 })
    await send(id, 5, 2)
  })
})
