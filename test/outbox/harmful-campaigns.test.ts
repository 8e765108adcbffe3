import { expect } from 'chai'
import { dayIn } from '../../commands/base/counters/day-in.js'
import { findReputation } from '../../commands/base/counters/reputation.js'
import { resumeCampaign } from '../../commands/sending/campaigns/pause-campaign.js'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { tellMembersSlice } from '../../commands/accounts/members/tell-members-slice.js'
import { PLATFORM_PROJECT_ID } from '../../commands/base/records/platform-project.js'
import { platformSettings } from '../../commands/sending/platform-mail/platform.js'
import { enableProject } from '../../commands/lifecycle/projects/switch-project.js'
import { Campaign, DailyCount, Email, Job, Outbox } from '../support/models.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { ALL_DAYS, dailyCountId, type EmailCounts } from '../../models/daily-count.js'
import type { EmailRecord } from '../../models/email.js'
import { Project } from '../../models/project.js'
import type { Temporal } from '../../outbox/temporal.js'
import { testConfig } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { createCampaign, createContact, createEmail, createMember, createProject } from '../support/factories.js'
import { finishJob } from '../support/jobs.js'
import { useRelays } from '../support/relays.js'

const SETTINGS = platformSettings({ ...testConfig(), PLATFORM_FROM: 'posthorn@example.com' })

describe('a campaign whose recipients bounce or complain', () => {
  useDatabase({ isEmptied: 'before each' })
  const makeRelay = useRelays()

  const temporal = { start: async () => undefined } as unknown as Temporal
  const judge = { disables: true, mailsMembers: true }

  beforeEach(() => void (judge.disables = true))

  async function project(): Promise<string> {
    return (await createProject()).id
  }
  async function campaignOf(projectId: string, sentCount: number, fields: Partial<CampaignRecord> = {}) {
    await sends(projectId, { sentCampaign: sentCount })
    return createCampaign({ projectId, status: 'SENDING', startedAt: new Date(), sentCount, ...fields })
  }
  /** Emails that were sent at a time, and bounce now. */
  async function bounce(projectId: string, count: number, fields: Partial<EmailRecord>): Promise<void> {
    const { _id: contactId, email: to } = await createContact({ projectId })
    const sent = { projectId, contactId, to, status: 'SENT', sentAt: new Date(), ...fields } as const
    const emails = await Promise.all(Array.from({ length: count }, () => createEmail(sent)))
    const bounced = { kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' } as const
    await recordEmailFacts(
      emails.map(({ _id: emailId }) => ({ projectId, emailId, at: new Date(), key: 'k', messageId: 'm', ...bounced })),
    )
    await relayAll(projectId)
  }
  const bounceOf = ({ _id: campaignId, projectId }: CampaignRecord, count: number, sentAt = new Date()) =>
    bounce(projectId, count, { campaignId, sourceType: 'CAMPAIGN', sentAt })
  async function relayAll(projectId: string): Promise<void> {
    const stored = await Outbox.find({ projectId, kind: { $in: ['event', 'project'] } }).lean()
    const relay = makeRelay({ temporal, judge })
    relay.enqueue(stored)
    await relay.close()
  }
  async function sends(projectId: string, emails: EmailCounts): Promise<void> {
    const inc = Object.fromEntries(Object.entries(emails).map(([counter, count]) => [`emails.${counter}`, count]))
    for (const date of [dayIn('UTC', new Date()), ALL_DAYS]) {
      const of = { _id: dailyCountId(projectId, date), projectId }
      await DailyCount.updateOne(of, { $inc: inc, $setOnInsert: { date } }, { upsert: true })
    }
  }
  async function send({ _id, projectId }: CampaignRecord, count: number): Promise<void> {
    await Campaign.updateOne({ _id, projectId }, { $inc: { sentCount: count } })
    await sends(projectId, { sentCampaign: count })
  }
  const read = ({ _id }: CampaignRecord) => Campaign.findById(_id).orFail().lean()
  const isDisabled = async (projectId: string) => (await Project.findById(projectId).orFail().lean()).disabled
  const resume = ({ _id: campaignId, projectId }: CampaignRecord) => resumeCampaign({ projectId, campaignId })

  it('is paused with its figures in the place of its project, and the members are told them once', async () => {
    const projectId = await project()
    const { email } = await createMember({ projectId, role: 'OWNER' })
    const campaign = await campaignOf(projectId, 120)
    await bounceOf(campaign, 14)
    expect(await read(campaign)).to.include({ pausedAt: null })
    await bounceOf(campaign, 1)

    const paused = await read(campaign)
    expect(paused).to.include({ status: 'SENDING', pausedReason: 'EMAIL_REPUTATION' })
    expect(paused.judgement?.figures).to.deep.include({ total: 120, bounces: 15, bounceRate: 12.5 })
    expect(await isDisabled(projectId)).to.equal(false)
    // The rates stay true, while other mail alone decides on the project.
    const { sevenDay, violations } = await findReputation(projectId)
    expect([sevenDay.bounceRate, violations]).to.deep.equal([12.5, []])
    const [job, ...others] = await Job.find({ projectId }).lean()
    expect([job?.kind, others]).to.deep.equal(['TELL_MEMBERS', []])
    await finishJob({ projectId, jobId: job?._id ?? '' }, (ref) => tellMembersSlice(ref, SETTINGS))
    const told = await Email.findOne({ projectId: PLATFORM_PROJECT_ID, to: email }).orFail().lean()
    expect(told).to.include({ subject: 'Your campaign was paused' })
    expect(told.variables?.data).to.include({ sent: 120, bounces: 15, complaints: 0 })
  })

  it('does not harm its project by what bounces later, until it is resumed and harms it again', async () => {
    const projectId = await project()
    const campaign = await campaignOf(projectId, 120)
    await bounceOf(campaign, 15)
    await bounceOf(campaign, 40)
    expect(await isDisabled(projectId)).to.equal(false)

    await resume(campaign)
    await bounceOf(campaign, 20, new Date(Date.now() - 60_000))
    expect(await read(campaign)).to.include({ pausedAt: null })
    await send(campaign, 110)
    const later = new Date(Date.now() + 60_000)
    await bounceOf(campaign, 14, later)
    expect([(await read(campaign)).pausedAt, await isDisabled(projectId)]).to.deep.equal([null, false])
    await bounceOf(campaign, 1, later)
    expect((await read(campaign)).judgement?.figures).to.deep.include({ total: 110, bounces: 15 })
    expect(await isDisabled(projectId)).to.equal(true)
  })

  it('is paused beside its project when other mail or a second campaign harms it too', async () => {
    const [other, second] = [await project(), await project()]
    await sends(other, { sentTransactional: 200, bounced: 40 })
    const campaign = await campaignOf(other, 120)
    await bounceOf(campaign, 15)
    expect(await read(campaign)).to.include({ pausedReason: 'EMAIL_REPUTATION' })
    expect(await isDisabled(other)).to.equal(true)

    const first = await campaignOf(second, 120)
    await bounceOf(first, 15)
    expect(await isDisabled(second)).to.equal(false)
    const next = await campaignOf(second, 120)
    await bounceOf(next, 15)
    expect(await read(next)).to.include({ pausedReason: 'EMAIL_REPUTATION' })
    expect(await isDisabled(second)).to.equal(true)
  })

  it('goes on where other mail bounces, and where the installation only warns', async () => {
    const [other, warned] = [await project(), await project()]
    const campaigns = [await campaignOf(other, 1_000), await campaignOf(warned, 120)] as const
    await bounce(other, 15, {})
    judge.disables = false
    await bounceOf(campaigns[1], 60)
    for (const campaign of campaigns) expect(await read(campaign)).to.include({ pausedAt: null })
    expect([await isDisabled(other), await isDisabled(warned)]).to.deep.equal([false, false])
  })

  it('goes on after its project is enabled, which older mail does not disable again, and new mail does', async () => {
    const projectId = await project()
    const campaign = await campaignOf(projectId, 120)
    await sends(projectId, { sentTransactional: 200, bounced: 40 })
    await bounce(projectId, 1, {})
    expect(await read(campaign)).to.include({ pausedReason: 'PROJECT_DISABLED' })

    await enableProject(projectId)
    await resume(campaign)
    const before = new Date(Date.now() - 60_000)
    await sends(projectId, { sentTransactional: 100 })
    await bounce(projectId, 30, { sentAt: before })
    await bounceOf(campaign, 30, before)
    expect(await isDisabled(projectId)).to.equal(false)
    expect(await read(campaign)).to.include({ pausedAt: null })
    const { sevenDay, judged } = await findReputation(projectId)
    expect([sevenDay.total, sevenDay.bounces]).to.deep.equal([420, 101])
    expect(judged.allTime).to.include({ total: 100, bounces: 0 })

    await bounce(projectId, 15, { sentAt: new Date(Date.now() + 60_000) })
    expect(await isDisabled(projectId)).to.equal(true)
  })
})
