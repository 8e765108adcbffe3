import { expect } from 'chai'
import { dayIn } from '../../../commands/analytics/day-in.js'
import { DailyCount } from '../../../models/daily-count.js'
import { daysAfter } from '../../../models/domain/calendar.js'
import { createMember, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

describe('the security of a project', () => {
  const gateway = useGateway()

  it('is computed from the days of the last week in UTC, and from all days', async () => {
    const { id: projectId } = await createProject()
    const member = gateway.signedIn(await createMember({ projectId, role: 'MEMBER' }))
    const store = async (date: string, emails: object): Promise<void> => {
      const record = { _id: `${projectId}:UTC:${date}`, projectId, zone: 'UTC', date, emails }
      await DailyCount.collection.insertOne(record as never)
    }
    const today = dayIn('UTC', new Date())
    await store(today, { sentCampaign: 150, sentWorkflow: 25, bounced: 10 })
    await store(daysAfter(today, -6), { sentTransactional: 25, complained: 1 })
    await store(daysAfter(today, -7), { sentTransactional: 500, bounced: 500 })
    await store('all', { sentTransactional: 525, sentCampaign: 150, sentWorkflow: 25, bounced: 510, complained: 1 })

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
      sevenDay: { total: 200, bounces: 10, complaints: 1, bounceRate: 5, complaintRate: 0.5 },
    })
    expect(body.status.violations).to.have.lengthOf(3)
    expect((await member.get(`/projects/${projectId}/security`)).body).to.deep.equal({ success: true, data: body })
  })

  it('is healthy when events were counted on a day without mail', async () => {
    const { id: projectId } = await createProject()
    const member = gateway.signedIn(await createMember({ projectId, role: 'MEMBER' }))
    const date = dayIn('UTC', new Date())
    const record = { _id: `${projectId}:UTC:${date}`, projectId, zone: 'UTC', date, events: { ordered: 1 } }
    await DailyCount.collection.insertOne(record as never)
    const { status, body } = await member.get(`/projects/${projectId}/security`)
    expect(status).to.equal(200)
    expect(body.data.status.isHealthy).to.equal(true)
  })

  it('is healthy before anything was sent', async () => {
    const { id: projectId } = await createProject()
    const member = gateway.signedIn(await createMember({ projectId, role: 'MEMBER' }))
    const { body } = await member.get(`/users/@me/projects/${projectId}/security`)
    expect(body.status).to.deep.include({ isHealthy: true, violations: [], warnings: [] })
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
