import { expect } from 'chai'
import { beginCampaign } from '../../../../commands/sending/campaigns/begin-campaign.js'
import { tellMembersSlice } from '../../../../commands/accounts/members/tell-members-slice.js'
import { PLATFORM_PROJECT_ID } from '../../../../commands/base/records/platform-project.js'
import { platformSettings } from '../../../../commands/sending/platform-mail/platform.js'
import { judgeProject } from '../../../../commands/lifecycle/projects/judge-project.js'
import { disableProject, enableProject } from '../../../../commands/lifecycle/projects/switch-project.js'
import { resumeCampaign } from '../../../../commands/sending/campaigns/pause-campaign.js'
import { Campaign, Email, IdempotencyKey, Job } from '../../../support/models.js'
import { Project } from '../../../../models/project.js'
import { testConfig } from '../../../support/config.js'
import { createCampaign, createMember, createProject } from '../../../support/factories.js'
import { finishJob } from '../../../support/jobs.js'
import { useDatabase } from '../../../support/database.js'
import { countToday } from '../../tenancy/projects/count-today.js'

const DO = { disables: true, mailsMembers: true }
const SETTINGS = platformSettings({ ...testConfig(), PLATFORM_FROM: 'posthorn@example.com' })

describe('a project whose mail harms the reputation of the installation', () => {
  useDatabase({ isEmptied: 'before each' })

  /** A project with so many sent and bounced messages. */
  async function createJudged(sent: number, bounced: number) {
    const { id: projectId } = await createProject()
    await countToday(projectId, { sentTransactional: sent, bounced })
    return projectId
  }
  const stateOf = async (projectId: string) => {
    const { disabled, disabledReason } = await Project.findById(projectId).orFail().lean()
    return { disabled, disabledReason }
  }
  const mails = () => Email.find({ projectId: PLATFORM_PROJECT_ID }).sort({ to: 1 }).lean()

  it('is disabled, its campaigns pause, and its members are informed once, in their language', async () => {
    const projectId = await createJudged(200, 20)
    await Project.updateOne({ _id: projectId }, { $set: { language: 'de', name: 'Acme' } })
    const members = [
      await createMember({ projectId, role: 'OWNER' }),
      await createMember({ projectId, role: 'MEMBER' }),
    ]
    await createMember({ projectId, role: 'MEMBER' }, { emailVerified: false })
    const sending = await createCampaign({ projectId, status: 'SENDING' })

    await Promise.all([1, 2, 3].map(() => judgeProject(projectId, DO)))

    expect(await stateOf(projectId)).to.deep.equal({ disabled: true, disabledReason: 'EMAIL_REPUTATION' })
    expect(await Campaign.findById(sending._id).lean()).to.include({
      status: 'SENDING',
      pausedReason: 'PROJECT_DISABLED',
    })
    const [job, ...others] = await Job.find({ projectId }).lean()
    expect([job?.kind, others]).to.deep.equal(['TELL_MEMBERS', []])
    const ref = { projectId, jobId: job?._id ?? '' }
    // A worker dies after it has stored the mails, and before it has stored its progress.
    await tellMembersSlice(ref, SETTINGS)
    await Job.updateOne({ _id: ref.jobId }, { $set: { status: 'RUNNING', cursor: null, slices: 0 } })
    await finishJob(ref, (each) => tellMembersSlice(each, SETTINGS))
    const told = await mails()
    expect(told.map(({ to }) => to)).to.deep.equal(members.map(({ email }) => email).toSorted())
    expect(told[0]).to.include({ subject: 'Ihr Projekt wurde gesperrt' })
    expect(told[0]?.variables?.data).to.include({ project: 'Acme' })
  })

  it('waits for another worker that is storing the same mail, and does not count it as sent', async () => {
    const projectId = await createJudged(200, 20)
    const { _id: userId } = await createMember({ projectId, role: 'OWNER' })
    await judgeProject(projectId, DO)
    const { _id: jobId } = await Job.findOne({ projectId }).orFail().lean()
    const now = new Date()
    const held = { leaseUntil: new Date(now.getTime() + 60_000), expiresAt: new Date(now.getTime() + 60_000) }
    const [key, state] = [`project:${projectId}:${jobId}:${userId}`, 'in_flight' as const]
    const claim = { key, credential: 'secret' as const, endpoint: 'x', workId: 'x', state, requestedAt: now, ...held }
    await IdempotencyKey.create({ projectId: PLATFORM_PROJECT_ID, ...claim })
    const failure = await tellMembersSlice({ projectId, jobId }, SETTINGS).catch((error: Error) => error)
    expect(failure).to.be.instanceOf(Error)
    await IdempotencyKey.deleteMany({ workId: 'x' })
    await finishJob({ projectId, jobId }, (each) => tellMembersSlice(each, SETTINGS))
    expect(await mails()).to.have.length(1)
  })

  it('stays enabled below the limits, below a hundred messages, and when only warnings are configured', async () => {
    for (const [sent, bounced, settings] of [
      [1_000, 79, DO],
      [99, 99, DO],
      [200, 20, { disables: false, mailsMembers: true }],
    ] as const) {
      const projectId = await createJudged(sent, bounced)
      await judgeProject(projectId, settings)
      expect(await stateOf(projectId)).to.deep.equal({ disabled: false, disabledReason: null })
    }
  })

  it('can resume its campaigns once it is enabled, also one that became due meanwhile', async () => {
    const { id: projectId } = await createProject()
    const scheduledFor = new Date(Date.now() - 1_000)
    const due = await createCampaign({ projectId, status: 'SCHEDULED', scheduledFor })
    const sending = await createCampaign({ projectId, status: 'SENDING' })
    const paused = await createCampaign({ projectId, status: 'SENDING', pausedAt: new Date() })
    await disableProject(projectId, 'MANUAL')
    await beginCampaign({ projectId, campaignId: due._id, retentionDays: 1 })
    const reasons = async () =>
      Promise.all([due, sending, paused].map(({ _id }) => Campaign.findById(_id).orFail().lean())).then((all) =>
        all.map(({ status, pausedAt, pausedReason = null }) => [status, pausedAt !== null, pausedReason]),
      )
    expect(await reasons()).to.deep.equal([
      ['SENDING', true, 'PROJECT_DISABLED'],
      ['SENDING', true, 'PROJECT_DISABLED'],
      ['SENDING', true, null],
    ])
    await enableProject(projectId)
    for (const { _id: campaignId } of [due, sending, paused]) await resumeCampaign({ projectId, campaignId })
    expect(await reasons()).to.deep.equal(Array.from({ length: 3 }, () => ['SENDING', false, null]))
  })
})
