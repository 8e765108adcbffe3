import { expect } from 'chai'
import { failJob } from '../../../commands/base/jobs/advance-job.js'
import { notify, notifySeldom } from '../../../commands/base/notifications/notify.js'
import { pauseRunning } from '../../../commands/sending/campaigns/pause-running.js'
import { finishCampaign } from '../../../commands/sending/campaigns/finish-campaign.js'
import { switchOff } from '../../../commands/lifecycle/projects/switch-project.js'
import { exportSlice } from '../../../commands/lifecycle/exports/export-slice.js'
import { notifyOfFailure } from '../../../commands/automation/executions/notify-of-failure.js'
import { notifyOfUsage } from '../../../commands/tenancy/billing/notify-of-usage.js'
import { computeSegmentSlice } from '../../../commands/audience/segments/compute-segment-slice.js'
import { Job } from '../../support/models.js'
import { Notification } from '../../../models/notification.js'
import {
  createBulkJob,
  createCampaign,
  createContact,
  createImportJob,
  createMember,
  createSegment,
  createWorkflow,
} from '../../support/factories.js'
import { createImporter } from '../../support/import-file.js'
import { finishJob } from '../../support/jobs.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

describe('notifications', () => {
  const { gateway, project, client } = useProject()
  const { runImport } = createImporter({ client, project })
  const list = async () => (await client.get('/notifications')).body.data as { kind: string; about: object }[]
  const told = async () => (await list()).map(({ kind, about }) => [kind, about])
  const member = async () => gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }), project.id)

  it('tell once that a job finished or failed, with its counts, and nothing of a check', async () => {
    const projectId = project.id
    await createContact({ projectId })
    const { jobId } = (await client.post('/exports', { kind: 'contacts', format: 'csv' })).body
    await finishJob({ projectId, jobId }, exportSlice)
    const { fileName } = (await client.get(`/exports/${jobId}`)).body
    const { _id: bulkId } = await createBulkJob({ projectId })
    const { _id: importId, input } = await createImportJob({ projectId })
    const { _id: checkId } = await createImportJob({ projectId, input: { ...(input as object), isDryRun: true } })
    for (const failed of [bulkId, bulkId, importId, checkId])
      await failJob({ projectId, jobId: failed }, 'The worker stopped')
    expect(await told()).to.deep.equal([
      ['IMPORT_FAILED', { jobId: importId, what: 'contacts' }],
      ['BULK_CHANGE_FAILED', { jobId: bulkId, what: 'subscribe' }],
      ['EXPORT_COMPLETED', { jobId, what: 'contacts', name: fileName, count: 1 }],
    ])
  })

  it('tell of a finished import with the counts of its result', async () => {
    const { id: jobId, result } = await runImport(
      'email,city\na@example.com,Rome\nb@example.com,Oslo\na@example.com,Bonn\nbad,\n',
    )
    const { created, updated, failed } = result
    expect({ created, updated, failed }).to.deep.equal({ created: 2, updated: 1, failed: 1 })
    expect(await told()).to.deep.equal([['IMPORT_COMPLETED', { jobId, what: 'contacts', created, updated, failed }]])
  })

  it('tell of the computation of a segment that took longer than its request, unless the segment has changed', async () => {
    const projectId = project.id
    const { _id: segmentId, name, revision } = await createSegment({ projectId, name: 'Readers' })
    const compute = async (secondsAgo: number, of: number) => {
      const createdAt = new Date(Date.now() - secondsAgo * 1_000)
      const result = { added: 0, removed: 0 }
      const input = { segmentId, revision: of }
      const job = new Job({ projectId, kind: 'COMPUTE_SEGMENT', input, result, createdAt })
      const { _id: jobId } = await job.save({ timestamps: false })
      await finishJob({ projectId, jobId }, computeSegmentSlice)
      return jobId
    }
    const jobId = await compute(60, revision)
    for (const [secondsAgo, of] of [
      [0, revision],
      [60, revision - 1],
    ] as const)
      await compute(secondsAgo, of)
    expect(await told()).to.deep.equal([['SEGMENT_COMPUTED', { jobId, segmentId, name }]])
  })

  it('tell of campaigns that were sent or that the service paused, and of the disabled project', async () => {
    const projectId = project.id
    const state = { projectId, status: 'SENDING' as const }
    const sent = await createCampaign({ ...state, name: 'News', frozenAt: new Date(), totalRecipients: 3 })
    const ref = { projectId, campaignId: sent._id }
    await Promise.all([finishCampaign(ref), finishCampaign(ref)])
    const limited = await createCampaign({ ...state, name: 'Sale' })
    await pauseRunning({ projectId, campaignId: limited._id }, 'BILLING_LIMIT')
    const harmed = await createCampaign({ ...state, name: 'Party' })
    await switchOff(projectId, 'EMAIL_REPUTATION', { mailsMembers: false })
    expect(await told()).to.have.deep.members([
      ['CAMPAIGN_SENT', { campaignId: sent._id, name: 'News', count: 3 }],
      ['CAMPAIGN_PAUSED', { campaignId: limited._id, name: 'Sale', reason: 'BILLING_LIMIT' }],
      ['CAMPAIGN_PAUSED', { campaignId: harmed._id, name: 'Party', reason: 'PROJECT_DISABLED' }],
      ['PROJECT_DISABLED', { reason: 'EMAIL_REPUTATION' }],
    ])
  })

  it('tell the others that a member, or everybody that a key, has paused a campaign', async () => {
    const [author, other] = [await member(), await member()]
    const running = async (name: string) =>
      (await createCampaign({ projectId: project.id, status: 'SENDING', name, frozenAt: new Date() }))._id
    const [mine, theirs] = [await running('News'), await running('Sale')]
    for (const [by, campaignId] of [
      [author, mine],
      [author, mine],
      [client, theirs],
    ] as const)
      await by.post(`/campaigns/${campaignId}/pause`)
    const byMember = ['CAMPAIGN_PAUSED', { campaignId: mine, name: 'News', reason: 'MEMBER' }]
    const byKey = ['CAMPAIGN_PAUSED', { campaignId: theirs, name: 'Sale', reason: 'API_KEY' }]
    const read = async (as: typeof author) => {
      const { data, unread, total } = (await as.get('/notifications')).body
      return [data.map(({ kind, about }: { kind: string; about: object }) => [kind, about]), unread, total]
    }
    expect(await read(author)).to.deep.equal([[byKey], 1, 1])
    expect(await read(other)).to.deep.equal([[byKey, byMember], 2, 2])
    expect(await read(client)).to.deep.equal([[byKey, byMember], 0, 2])
  })

  it('tell once an hour that executions of a workflow fail, and once a month that a limit is near', async () => {
    const projectId = project.id
    const { _id: workflowId, name } = await createWorkflow({ projectId, name: 'Welcome' })
    await Promise.all([notifyOfFailure({ projectId, workflowId }), notifyOfFailure({ projectId, workflowId })])
    const month = { projectId, category: 'campaigns' as const, month: new Date('2026-03-01T00:00:00Z') }
    for (const emails of [799, 800, 900, 1_000]) await notifyOfUsage(month, 1_000, emails)
    expect(await told()).to.have.deep.members([
      ['WORKFLOW_FAILING', { workflowId, name }],
      ['USAGE_NEAR_LIMIT', { what: 'campaigns', count: 1_000 }],
      ['USAGE_AT_LIMIT', { what: 'campaigns', count: 1_000 }],
    ])
  })

  it('are stored once for each cause, also by several processes', async () => {
    const about = { domainId: project.id, name: 'example.org' }
    const notification = { projectId: project.id, kind: 'DOMAIN_LOST' as const, key: 'one' }
    await notify({ ...notification, about })
    await Promise.all([notifySeldom(notification), notify({ ...notification, about: {} })])
    expect(await told()).to.deep.equal([['DOMAIN_LOST', about]])
    const [stored] = await Notification.find({ projectId: project.id }).lean()
    const keptDays = ((stored?.expiresAt.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0)) / 86_400_000
    expect(keptDays).to.equal(60)
  })

  it('are listed in pages, newest first, and counted as unread up to a hundred for each member', async () => {
    const [reader, other] = [await member(), await member()]
    for (let n = 0; n < 101; n += 1)
      await notify({ projectId: project.id, kind: 'REPUTATION_LOW', key: `low ${n}`, about: { count: n } })
    const first = (await reader.get('/notifications?limit=1')).body
    expect(first).to.include({ unread: 100, readAt: null, total: 101, hasMore: true })
    expect(first.data[0].about.count).to.equal(100)
    const pages = await walkPages<{ about: { count: number } }>(reader, '/notifications?limit=60')
    expect(pages.map(({ about }) => about.count)).to.deep.equal(Array.from({ length: 101 }, (_, n) => 100 - n))
    expect((await reader.post('/notifications/read', { until: first.data[0].createdAt })).status).to.equal(204)
    expect((await reader.get('/notifications')).body).to.include({ unread: 0, readAt: first.data[0].createdAt })
    await notify({ projectId: project.id, kind: 'REPUTATION_LOW', key: 'later', about: {} })
    expect((await reader.get('/notifications')).body).to.include({ unread: 1 })
    expect((await reader.post('/notifications/read', { until: '2020-01-01T00:00:00Z' })).status).to.equal(204)
    expect((await reader.get('/notifications')).body).to.include({ unread: 1 })
    expect((await reader.post('/notifications/read', { until: '2999-01-01T00:00:00Z' })).status).to.equal(204)
    expect((await reader.get('/notifications')).body).to.include({ unread: 0 })
    await notify({ projectId: project.id, kind: 'REPUTATION_LOW', key: 'latest', about: {} })
    expect((await reader.get('/notifications')).body).to.include({ unread: 1 })
    expect((await other.get('/notifications')).body).to.include({ unread: 100 })
    expect((await client.get('/notifications')).body).to.include({ unread: 0, readAt: null })
    // An installation without PLATFORM_FROM says that it cannot mail them.
    const settings = { email: false, emailAvailable: false }
    expect((await reader.get('/notifications/settings')).body).to.deep.equal(settings)
  })
})
