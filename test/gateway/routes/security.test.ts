import { expect } from 'chai'
import { dayIn } from '../../../commands/base/counters/day-in.js'
import { disableProject, enableProject } from '../../../commands/lifecycle/projects/switch-project.js'
import { DailyCount } from '../../../models/daily-count.js'
import { daysAfter } from '../../../models/domain/calendar.js'
import { awayFromMidnight } from '../../support/away-from-midnight.js'
import { createMember, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

describe('the security of a project', () => {
  const gateway = useGateway()
  const createWithMember = async () => {
    const { id: projectId } = await createProject()
    return { projectId, member: gateway.signedIn(await createMember({ projectId, role: 'MEMBER' })) }
  }
  const store = async (projectId: string, date: string, counts: object): Promise<void> => {
    const record = { _id: `${projectId}:${date}`, projectId, date, ...counts }
    await DailyCount.collection.insertOne(record)
  }
  let today: string
  awayFromMidnight()
  beforeEach(() => void (today = dayIn('UTC', new Date())))

  it('is computed from the days of the last week in UTC, and from all days', async () => {
    const { projectId, member } = await createWithMember()
    await store(projectId, today, { emails: { sentCampaign: 150, sentWorkflow: 15, tests: 10, testsBounced: 10 } })
    await store(projectId, daysAfter(today, -6), {
      emails: { sentTransactional: 25, complained: 4, testsComplained: 1 },
    })
    await store(projectId, daysAfter(today, -7), { emails: { sentTransactional: 500, bounced: 500 } })
    const emails = { sentTransactional: 535, sentCampaign: 150, sentWorkflow: 15, bounced: 510, complained: 5 }
    await store(projectId, 'all', { emails })

    const { status, body } = await member.get(`/users/@me/projects/${projectId}/security`)
    expect(status).to.equal(200)
    expect(body.levels).to.deep.equal({
      bounce7Day: 'warning',
      bounceAllTime: 'critical',
      complaint7Day: 'critical',
      complaintAllTime: 'critical',
    })
    expect(body).to.deep.include({ isDisabled: false, disabledReason: null })
    expect(body.status).to.deep.include({
      projectId,
      isHealthy: false,
      sevenDay: { total: 200, bounces: 10, complaints: 5, bounceRate: 5, complaintRate: 2.5 },
    })
    expect(body.status.violations).to.have.lengthOf(3)
    const again = await member.get(`/projects/${projectId}/security`)
    expect(again.body).to.deep.equal({ success: true, data: body })
  })

  it('shows true rates, and judges by what was sent since the project was enabled', async () => {
    const { projectId, member } = await createWithMember()
    await store(projectId, today, { emails: { sentCampaign: 200, bounced: 40 } })
    await store(projectId, 'all', { emails: { sentCampaign: 200, bounced: 40 } })
    await disableProject(projectId, 'EMAIL_REPUTATION')
    await enableProject(projectId)
    const { body } = await member.get(`/users/@me/projects/${projectId}/security`)
    expect(body.status.sevenDay).to.include({ total: 200, bounces: 40, bounceRate: 20 })
    expect(body.status).to.deep.include({ isHealthy: true, violations: [], warnings: [] })
    expect(body.judged.since).to.match(/^2\d{3}-.*Z$/)
    expect(body.judged.allTime).to.include({ total: 0, bounces: 0, bounceRate: 0 })
    expect(body.levels).to.include({ bounce7Day: 'healthy', bounceAllTime: 'healthy' })
  })

  it('is healthy before anything was sent, also on a day with events', async () => {
    const { projectId, member } = await createWithMember()
    const expectHealthy = async () => {
      const { body } = await member.get(`/users/@me/projects/${projectId}/security`)
      expect(body.status).to.deep.include({ isHealthy: true, violations: [], warnings: [] })
    }
    await expectHealthy()
    await store(projectId, today, { events: { ordered: 1 } })
    await expectHealthy()
  })
})

describe('GET /config', () => {
  const gateway = useGateway({
    DISABLE_SIGNUPS: true,
    EMAIL_PROVIDER: 'ses',
    AWS_REGION: 'eu-west-1',
    TEMPORAL_NAMESPACE: 'mails',
    MAX_ATTACHMENT_SIZE_MB: 2.5,
    JWT_SECRET: 'x'.repeat(40),
  })

  it('shows without a credential what the installation offers, and no secret', async () => {
    const { status, body } = await gateway.as().get('/config')
    expect(status).to.equal(200)
    expect(body.features).to.deep.include({ signup: { disabled: true }, billing: { enabled: false } })
    expect(body.features.email).to.deep.equal({ provider: 'ses', tracking: true })
    expect(body.temporal).to.deep.equal({ namespace: 'mails' })
    expect(body.languages).to.include.members(['en', 'de', 'ja'])
    expect(body.limits).to.include({ recipients: 1_000, attachments: 10, attachmentBytes: 2.5 * 1024 * 1024 })
    expect(body.aws).to.deep.equal({ region: 'eu-west-1', mailFromSubdomain: 'bounces' })
    expect(JSON.stringify(body)).to.not.include('x'.repeat(40))
  })
})
