import { expect } from 'chai'
import { dayIn } from '../../commands/analytics/count-days.js'
import { recordEmailFacts } from '../../commands/emails/record-email-facts.js'
import { DailyCount } from '../../models/daily-count.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import { Job } from '../../models/job.js'
import { Outbox } from '../../models/outbox-entry.js'
import { Project } from '../../models/project.js'
import { Relay } from '../../outbox/relay.js'
import type { Temporal } from '../../outbox/temporal.js'
import { crashEverywhere } from '../support/crashes.js'
import { useDatabase } from '../support/database.js'
import { createContact, createEmail, createProject } from '../support/factories.js'

const SENT = 1_000

describe('the judgement of a project whose mail bounced', function () {
  this.timeout(120_000)
  useDatabase({ isEmptied: 'before each' })

  const temporal = { start: async () => undefined } as unknown as Temporal
  const judge = { disables: true, tells: true }

  /** A project that is one bounce away from being disabled. */
  async function createEndangered(): Promise<string> {
    const { id: projectId } = await createProject()
    for (const date of [dayIn('UTC', new Date()), 'all']) {
      const day = { _id: `${projectId}:UTC:${date}`, projectId, zone: 'UTC', date }
      await DailyCount.collection.insertOne({ ...day, emails: { sentTransactional: SENT, bounced: 79 } } as never)
    }
    return projectId
  }
  async function record(projectId: string, fact: Pick<EmailFact, 'kind'> & object): Promise<void> {
    const { _id: contactId, email: to } = await createContact({ projectId })
    const { _id: emailId } = await createEmail({ projectId, contactId, to, status: 'SENT', sentAt: new Date() })
    await recordEmailFacts([{ projectId, emailId, at: new Date(), key: 'k', messageId: 'm', ...fact } as EmailFact])
  }
  const bounce = { kind: 'bounced' as const, bounceType: 'Permanent', bounceSubType: 'General' }
  /** What a relay does that takes over what is stored. */
  async function relayAll(projectId: string): Promise<void> {
    const relay = new Relay({ temporal, onFailure: () => undefined, judge, drainMs: 60_000 })
    relay.enqueue(await Outbox.find({ projectId, kind: { $in: ['event', 'project'] } }).lean())
    await relay.close()
  }
  const stateOf = async (projectId: string) => {
    const { disabled, disabledReason } = await Project.findById(projectId).orFail().lean()
    return { disabled, disabledReason }
  }
  const outboxOf = (projectId: string) => Outbox.distinct('kind', { projectId, kind: { $in: ['event', 'project'] } })

  it('disables it wherever the process dies between the counters and the disabling, and tells its members once', async () => {
    const crashes = await crashEverywhere({
      async prepare() {
        const projectId = await createEndangered()
        await record(projectId, bounce)
        return projectId
      },
      work: relayAll,
      recover: relayAll,
      async check(projectId, { call, moment }) {
        const told = `${moment} call ${call}`
        expect(await stateOf(projectId), told).to.deep.equal({ disabled: true, disabledReason: 'EMAIL_REPUTATION' })
        const all = await DailyCount.findOne({ projectId, date: 'all' }).orFail().lean()
        expect(all.emails, told).to.include({ sentTransactional: SENT, bounced: 80 })
        expect(await Job.countDocuments({ projectId, kind: 'TELL_MEMBERS' }), told).to.equal(1)
        expect(await outboxOf(projectId), told).to.deep.equal([])
      },
    })
    // The counters, the entry of the judgement, the switch and their deletions are calls of their own.
    expect(crashes).to.be.above(10)
  })

  it('is not asked for by what harms nobody', async () => {
    const projectId = await createEndangered()
    await DailyCount.updateMany({ projectId }, { $set: { 'emails.bounced': 500 } })
    await record(projectId, { kind: 'delivered' })
    await relayAll(projectId)
    expect(await stateOf(projectId)).to.deep.equal({ disabled: false, disabledReason: null })
    expect(await outboxOf(projectId)).to.deep.equal([])
  })
})
