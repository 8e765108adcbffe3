import { expect } from 'chai'
import { tellMembersSlice } from '../../../commands/accounts/members/tell-members-slice.js'
import { failJob } from '../../../commands/base/jobs/advance-job.js'
import { notify, notifySeldom } from '../../../commands/base/notifications/notify.js'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { PLATFORM_TEXTS, platformTemplate } from '../../../mail/platform/platform-mail.js'
import type { Language } from '../../../models/domain/choose-language.js'
import { isNoticeKind, NOTIFICATION_KINDS } from '../../../models/domain/notification-kinds.js'
import type { UserRecord } from '../../../models/user.js'
import { testConfig } from '../../support/config.js'
import { createImportJob, createMember } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { finishJob } from '../../support/jobs.js'
import { Job } from '../../support/models.js'
import { mailsToUsers } from '../../support/platform-mails.js'
import { useProject } from '../../support/project.js'

const PLATFORM = { PLATFORM_FROM: 'posthorn@example.com', DASHBOARD_URL: 'https://app.acme.test' }
const PATH = '/notifications/settings'

describe('mails about notifications', () => {
  const { gateway, project, client } = useProject(useGateway(PLATFORM, { isEmptied: 'before each' }))
  const member = (fields: Partial<UserRecord> = {}) => createMember({ projectId: project.id, role: 'MEMBER' }, fields)
  const as = (user: UserRecord) => gateway.signedIn(user, project.id)
  const turnOn = (user: UserRecord) => as(user).patch(PATH, { email: true })
  const jobs = () => Job.find({ projectId: project.id, kind: 'TELL_MEMBERS' }).lean()
  const mail = async () => {
    const settings = platformSettings({ ...testConfig(), ...PLATFORM })
    for (const { _id: jobId } of await jobs())
      await finishJob({ projectId: project.id, jobId }, (ref) => tellMembersSlice(ref, settings))
  }

  it('are off until a member turns them on for themselves, and can be turned off again', async () => {
    const [ada, bob] = [await member(), await member()]
    const read = async (user: UserRecord) => (await as(user).get(PATH)).body
    expect(await read(ada)).to.deep.equal({ email: false, emailAvailable: true })
    expect((await turnOn(ada)).body).to.deep.equal({ email: true, emailAvailable: true })
    expect([(await read(ada)).email, (await read(bob)).email]).to.deep.equal([true, false])
    expect((await as(ada).patch(PATH, { email: false })).body).to.include({ email: false })
    expect(await read(ada)).to.include({ email: false })
    expect((await client.patch(PATH, { email: true })).body).to.include({ email: false })
    expect((await as(ada).patch(PATH, { email: 'yes' })).faults).to.deep.equal(['email invalid_type'])
  })

  it('tell of a failure once each member who wants it, who has proved the address and has not left', async () => {
    const [ada, left, unproved] = [await member(), await member(), await member({ emailVerified: false })]
    await member()
    for (const user of [ada, left, unproved]) await turnOn(user)
    const { _id: jobId } = await createImportJob({ projectId: project.id })
    await failJob({ projectId: project.id, jobId }, 'The worker stopped')
    expect(await jobs()).to.have.length(1)
    expect((await as(left).delete(`/projects/${project.id}/members/${left._id}`)).status).to.equal(200)
    await mail()
    const [sent, ...others] = await mailsToUsers()
    expect(others).to.deep.equal([])
    expect(sent).to.include({ to: ada.email, kind: 'notification', subject: 'An import failed' })
    expect(sent?.link).to.equal(`https://app.acme.test/p/${project.id}/contacts/import/${jobId}`)
    expect(sent?.body).to.contain('You can turn them off under Notifications in the dashboard.')
  })

  it('are sent for failures and problems alone, and once for each', async () => {
    await turnOn(await member())
    const tell = (kind: (typeof NOTIFICATION_KINDS)[number], about = {}) =>
      notify({ projectId: project.id, kind, key: kind, about })
    for (const kind of ['CAMPAIGN_SENT', 'IMPORT_COMPLETED', 'EXPORT_COMPLETED'] as const) await tell(kind)
    await tell('CAMPAIGN_PAUSED', { reason: 'MEMBER' })
    await tell('PROJECT_DISABLED', { reason: 'PAYMENT_FAILED' })
    expect(await jobs()).to.deep.equal([])
    for (const _ of [1, 2]) await tell('SEGMENT_FAILED')
    const failing = { projectId: project.id, kind: 'WORKFLOW_FAILING', key: 'failing' } as const
    await Promise.all([notifySeldom(failing), notifySeldom(failing), notify({ ...failing, about: {} })])
    expect(await jobs()).to.have.length(2)
  })

  it('name what has happened in each language, without a text of a tenant', () => {
    for (const language of Object.keys(PLATFORM_TEXTS) as Language[]) {
      const kinds = NOTIFICATION_KINDS.filter(isNoticeKind)
      const subjects = kinds.map(
        (notice) => platformTemplate('notification', language, { isNamed: true, notice }).subject,
      )
      expect(new Set(subjects).size, language).to.equal(kinds.length)
      for (const subject of subjects) expect(subject).not.to.match(/[{}%]/)
    }
  })
})
