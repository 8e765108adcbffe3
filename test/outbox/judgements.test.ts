import { expect } from 'chai'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { findReputation } from '../../commands/base/counters/reputation.js'
import { PLATFORM_PROJECT_ID } from '../../commands/base/records/platform-project.js'
import { preparePlatform } from '../../commands/sending/platform-mail/platform.js'
import { judgeProject } from '../../commands/lifecycle/projects/judge-project.js'
import { Campaign, DailyCount, Job, Outbox, Suppression } from '../support/models.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { Project } from '../../models/project.js'
import type { Temporal } from '../../outbox/temporal.js'
import { valueOf } from '../support/metrics.js'
import { crashEverywhere } from '../support/crashes.js'
import { countToday } from '../commands/tenancy/projects/count-today.js'
import { useDatabase } from '../support/database.js'
import { createCampaign, createContact, createEmail, createProject } from '../support/factories.js'
import { useRelays } from '../support/relays.js'

const SENT = 1_000

describe('the judgement of a project whose mail bounced', () => {
  useDatabase({ isEmptied: 'before each' })
  const makeRelay = useRelays()

  const temporal = { start: async () => undefined } as unknown as Temporal
  const judge = { disables: true, mailsMembers: true }

  /** A project that is one bounce away from being disabled. */
  async function createEndangered(): Promise<string> {
    const { id: projectId } = await createProject()
    await countToday(projectId, { sentTransactional: SENT, bounced: 79 })
    return projectId
  }
  async function record(
    projectId: string,
    fact: Pick<EmailFact, 'kind'> & object,
    fields: Partial<EmailRecord> = {},
  ): Promise<void> {
    const { _id: contactId, email: to } = await createContact({ projectId })
    const sent = fields.answerableProjectId
      ? { status: 'SENDING' as const }
      : { status: 'SENT' as const, sentAt: new Date() }
    const { _id: emailId } = await createEmail({ projectId, contactId, to, ...sent, ...fields })
    await recordEmailFacts([{ projectId, emailId, at: new Date(), key: 'k', messageId: 'm', ...fact } as EmailFact])
  }
  const bounce = { kind: 'bounced' as const, bounceType: 'Permanent', bounceSubType: 'General' }
  /** What a relay does that takes over what is stored. */
  async function relayAll(projectId: string): Promise<void> {
    const stored = await Outbox.find({ projectId, kind: { $in: ['event', 'project'] } }).lean()
    const relay = makeRelay({ temporal, judge })
    relay.enqueue(stored)
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
      async check(projectId) {
        expect(await stateOf(projectId)).to.deep.equal({ disabled: true, disabledReason: 'EMAIL_REPUTATION' })
        const all = await DailyCount.findOne({ projectId, date: 'all' }).orFail().lean()
        expect(all.emails).to.include({ sentTransactional: SENT, bounced: 80 })
        expect(await Job.countDocuments({ projectId, kind: 'TELL_MEMBERS' })).to.equal(1)
        expect(await outboxOf(projectId)).to.deep.equal([])
      },
    })
    // The counters, the entry of the judgement, the switch and their deletions are calls of their own.
    expect(crashes).to.be.above(10)
  })

  it('never touches the project of the installation, whose mail strangers can set off', async () => {
    await preparePlatform('posthorn@example.com')
    await countToday(PLATFORM_PROJECT_ID, { sentTransactional: SENT, bounced: 900 })
    const events = () =>
      Promise.all(['bounced', 'complained'].map((event) => valueOf('posthorn_platform_mail_events_total', { event })))
    const before = await events()
    await record(PLATFORM_PROJECT_ID, bounce)
    await record(PLATFORM_PROJECT_ID, { kind: 'complained', feedbackType: 'abuse' } as never)
    await relayAll(PLATFORM_PROJECT_ID)
    await judgeProject(PLATFORM_PROJECT_ID, judge)
    expect(await stateOf(PLATFORM_PROJECT_ID)).to.deep.equal({ disabled: false, disabledReason: null })
    // Its operator is warned, and no address is kept from its next password.
    expect(await events()).to.deep.equal(before.map((count) => count + 1))
    expect(await Suppression.countDocuments({ projectId: PLATFORM_PROJECT_ID })).to.equal(0)
  })

  it('is passed on the project whose members invite dead addresses, by the invitations alone', async () => {
    await preparePlatform('posthorn@example.com')
    const [{ id: spammer }, { id: bystander }] = [await createProject(), await createProject()]
    const invitations = (length: number, answerableProjectId: string, fact: object) =>
      Promise.all(Array.from({ length }, () => record(PLATFORM_PROJECT_ID, fact as never, { answerableProjectId })))
    await countToday(bystander, { invited: 85 })
    await countToday(spammer, { invited: 90, invitationsBounced: 10 })
    for (const answerable of [bystander, spammer]) {
      await invitations(5, answerable, { kind: 'sent' })
      await invitations(5, answerable, bounce)
    }
    for (const projectId of [PLATFORM_PROJECT_ID, bystander, spammer]) await relayAll(projectId)

    expect(await stateOf(spammer)).to.deep.equal({ disabled: true, disabledReason: 'EMAIL_REPUTATION' })
    expect(await stateOf(bystander)).to.deep.equal({ disabled: false, disabledReason: null })
    expect((await findReputation(spammer)).sevenDay).to.include({ total: 100, bounces: 15, complaints: 0 })
    // An invitation is no mail of the project: neither its analytics nor its bill show it.
    const { emails } = await DailyCount.findOne({ projectId: spammer, date: 'all' }).orFail().lean()
    expect(emails).to.deep.equal({ invited: 100, invitationsBounced: 15 })
  })

  it('is not asked for a project that was deleted before its invitation bounced', async () => {
    await preparePlatform('posthorn@example.com')
    await record(PLATFORM_PROJECT_ID, bounce, { answerableProjectId: 'deleted' })
    await relayAll('deleted')
    expect(await outboxOf('deleted')).to.deep.equal([])
    expect(await DailyCount.countDocuments({ projectId: 'deleted' })).to.equal(0)
  })

  for (const [what, kind, cases] of [
    ['bounces', 'bounced', { bounced: 14 }],
    ['complaints', 'complained', { complained: 4 }],
  ] as const) {
    it(`disables a project at its hundredth mail, if its ${what} came before`, async () => {
      const { id: projectId } = await createProject()
      await countToday(projectId, { sentTransactional: 97, ...cases })
      const send = async (count: number): Promise<void> => {
        const sends = Array.from({ length: count }, () =>
          record(projectId, { kind: 'sent' }, { status: 'SENDING', sentAt: null }),
        )
        await Promise.all(sends)
        await relayAll(projectId)
      }
      await send(1)
      const harm = kind === 'bounced' ? bounce : { kind, feedbackType: 'abuse' }
      await record(projectId, harm)
      await relayAll(projectId)
      await send(1)
      expect(await stateOf(projectId)).to.deep.equal({ disabled: false, disabledReason: null })
      await send(1)
      expect(await stateOf(projectId)).to.deep.equal({ disabled: true, disabledReason: 'EMAIL_REPUTATION' })
    })
  }

  it('pauses a campaign that has sent its hundredth mail, if its bounces came before', async () => {
    const { id: projectId } = await createProject()
    await countToday(projectId, { sentCampaign: 2_000, bounced: 14 })
    const { _id } = await createCampaign({ projectId, status: 'SENDING', sentCount: 99, bouncedCount: 14 })
    const ofCampaign = { sourceType: 'CAMPAIGN' as const, campaignId: _id }
    await record(projectId, bounce, ofCampaign)
    await relayAll(projectId)
    const isPaused = async () => (await Campaign.findById(_id).orFail().lean()).pausedAt !== null
    expect(await isPaused()).to.equal(false)
    await record(projectId, { kind: 'sent' }, { ...ofCampaign, status: 'SENDING', sentAt: null })
    await relayAll(projectId)
    expect(await isPaused()).to.equal(true)
    expect(await stateOf(projectId)).to.deep.equal({ disabled: false, disabledReason: null })
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
