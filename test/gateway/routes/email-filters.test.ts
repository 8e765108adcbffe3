import { expect } from 'chai'
import { olderThan } from '../../../commands/base/listing/newest-first.js'
import { anyOf } from '../../../commands/sending/emails/list-emails.js'
import type { EmailFilter } from '../../../models/domain/email-filter.js'
import { planListing } from '../../../commands/sending/emails/plan-listing.js'
import { throughProjectCaches } from '../../../commands/base/records/project-cache.js'
import { LASTING_STATUSES, TROUBLE_STATUSES } from '../../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { Project } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { createContact, createEmail } from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

const [campaignId, templateId, workflowId] = [newId(), newId(), newId()]
const [executionId, contactId] = [newId(), newId()]
const ADDRESS = 'ada@example.com'
const DAY_MS = 86_400_000

describe('the filters of GET /emails', () => {
  const { project, client } = useProject()

  const EMAILS: Record<string, Partial<EmailRecord>> = {
    sent: { status: 'SENT', contactId, to: 'former@example.com' },
    failed: { status: 'FAILED', error: 'no_capacity', messageId: '<abc@mail.example>' },
    opened: { status: 'OPENED', subject: 'The Spring News', campaignId, sourceType: 'CAMPAIGN', contactId },
    left: { status: 'CLICKED', campaignId, sourceType: 'CAMPAIGN', unsubscribedAt: new Date() },
    bounced: { status: 'BOUNCED', campaignId, sourceType: 'CAMPAIGN', to: ADDRESS },
    leaving: { status: 'SENDING', campaignId, sourceType: 'CAMPAIGN' },
    step: { status: 'DELIVERED', workflowId, executionId, templateId, sourceType: 'WORKFLOW', to: ADDRESS },
    skipped: { status: 'SKIPPED', workflowId, executionId: newId(), templateId, sourceType: 'WORKFLOW' },
    template: { status: 'DELIVERED', templateId },
  }
  const ids = new Map<string, string>()

  beforeEach(async () => {
    let createdAt = Date.parse('2026-03-01T23:00:00Z')
    for (const [name, fields] of Object.entries(EMAILS)) {
      const email = await createEmail({ projectId: project.id, ...fields, createdAt: new Date(createdAt) })
      ids.set(email._id, name)
      createdAt += DAY_MS
    }
  })

  const namesOf = (emails: { id: string }[]) => emails.map(({ id }) => ids.get(id))

  const LISTED: [query: string, names: string[]][] = [
    ['status=BOUNCED,FAILED,SKIPPED', ['skipped', 'bounced', 'failed']],
    ['status=SENT,SENDING,OPENED', ['leaving', 'opened', 'sent']],
    ['sourceType=TRANSACTIONAL', ['template', 'failed', 'sent']],
    ['sourceType=TRANSACTIONAL&status=FAILED', ['failed']],
    ['sourceType=TRANSACTIONAL&status=SENT', ['sent']],
    ['sourceType=INBOUND', []],
    [`contactId=${contactId.toUpperCase()}`, ['opened', 'sent']],
    [`contactId=${contactId}&status=SENT`, ['sent']],
    [`contactId=${UNKNOWN_ID}`, []],
    ['to=%20Ada%40Example.com', ['step', 'bounced']],
    ['to=ada', []],
    ['search=ada', ['step', 'bounced']],
    ['search=former%40ex', ['sent']],
    ['search=spring%20news', ['opened']],
    ['search=%3Cabc%40mail.example%3E', ['failed']],
    [`search=Spring&campaignId=${campaignId}`, ['opened']],
    [`search=ada&contactId=${contactId}`, []],
    ['search=nothing', []],
    [`search=${newId()}`, []],
    ['to=&startDate=2026-03-08', ['template', 'skipped']],
    [`campaignId=${campaignId}&status=FAILED`, []],
    [`campaignId=${campaignId}`, ['leaving', 'bounced', 'left', 'opened']],
    [`campaignId=${campaignId}&status=OPENED,CLICKED`, ['left', 'opened']],
    [`campaignId=${campaignId}&status=SENDING`, ['leaving']],
    [`campaignId=${campaignId}&unsubscribed=true`, ['left']],
    [`campaignId=${campaignId}&unsubscribed=true&status=OPENED`, []],
    [`templateId=${templateId}`, ['template', 'skipped', 'step']],
    [`templateId=${templateId}&status=DELIVERED`, ['template', 'step']],
    [`templateId=${templateId}&status=SKIPPED`, ['skipped']],
    [`workflowId=${workflowId}`, ['skipped', 'step']],
    [`workflowId=${workflowId}&status=DELIVERED,SKIPPED`, ['skipped', 'step']],
    [`executionId=${executionId}`, ['step']],
    [`executionId=${executionId}&status=FAILED`, []],
    [`to=${ADDRESS}&campaignId=${campaignId}`, ['bounced']],
    [`to=${ADDRESS}&workflowId=${workflowId}&templateId=${templateId}&sourceType=WORKFLOW&status=DELIVERED`, ['step']],
    ['startDate=2026-03-08', ['template', 'skipped']],
    ['startDate=2026-03-02&endDate=2026-03-03', ['opened', 'failed']],
    [`endDate=2026-03-04T23:00:00Z&campaignId=${campaignId}`, ['left', 'opened']],
    ['status=DELIVERED&startDate=2026-03-07&endDate=2026-03-07', ['step']],
  ]

  it('select the emails, newest first, with their number, page by page', async () => {
    for (const [query, names] of LISTED) {
      const { status, body } = await client.get(`/emails?${query}`)
      expect(status, query).to.equal(200)
      expect([query, namesOf(body.data), body.total]).to.deep.equal([query, names, names.length])
      const walked = await walkPages<{ id: string }>(client, `/emails?limit=1&${query}`, {})
      expect([query, namesOf(walked)]).to.deep.equal([query, names])
    }
  })

  it('mean the days of the time zone of the project', async () => {
    await throughProjectCaches(() => Project.updateOne({ _id: project.id }, { timezone: 'Asia/Tokyo' }))
    const { body } = await client.get('/emails?startDate=2026-03-03&endDate=2026-03-03')
    expect(namesOf(body.data)).to.deep.equal(['failed'])
  })

  const REFUSED: [query: string, status: number, fields: string[]][] = [
    [`campaignId=${campaignId}&templateId=${templateId}`, 422, ['campaignId', 'templateId']],
    [`workflowId=${workflowId}&sourceType=WORKFLOW`, 422, ['workflowId', 'sourceType']],
    ['unsubscribed=true', 422, ['unsubscribed']],
    [`unsubscribed=true&workflowId=${workflowId}`, 422, ['unsubscribed']],
    ['unsubscribed=false', 400, ['unsubscribed']],
    ['status=SENT,', 400, ['status']],
    ['status=NEW', 400, ['status']],
    ['status=sent', 400, ['status']],
    ['status=', 400, ['status']],
    ['status=SENT&status=FAILED', 400, ['status']],
    ['contactId=nonsense', 400, ['contactId']],
    ['campaignId=1', 400, ['campaignId']],
    ['cursor=nonsense', 400, []],
    ['sourceType=campaign', 400, ['sourceType']],
    ['templateId=x', 400, ['templateId']],
    ['workflowId=x', 400, ['workflowId']],
    ['executionId=x', 400, ['executionId']],
    ['startDate=yesterday', 400, ['startDate']],
    ['endDate=2026-02-30', 400, ['endDate']],
  ]

  it('find an email by its id, and emails by the beginnings of the addresses of contacts, without a scan', async () => {
    const [id] = [...ids].findLast(([, name]) => name === 'bounced') ?? []
    expect(namesOf((await client.get(`/emails?search=${id}`)).body.data)).to.deep.equal(['bounced'])
    await createContact({ projectId: project.id, email: ADDRESS })
    const { data, total } = (await client.get('/emails?search=ada%40')).body
    expect([namesOf(data), total]).to.deep.equal([['step', 'bounced'], 2])
  })

  it('are refused by name when no index supports them together, and when they are invalid', async () => {
    for (const [query, status, fields] of REFUSED) {
      expect(await client.get(`/emails?${query}`), query).to.deep.include({ status, fields })
    }
  })

  it('are answered by an index in the order of the list, in every combination', async () => {
    const range = { from: new Date('2026-03-01'), until: new Date('2026-04-01') }
    const combined: EmailFilter[] = [
      {},
      { sourceType: 'CAMPAIGN' },
      ...[campaignId, newId()].map((id) => ({ campaignId: id })),
      { templateId },
      { workflowId },
      { executionId },
      { contactId },
      { to: ADDRESS },
    ]
    const statuses = [undefined, ['BOUNCED'], TROUBLE_STATUSES, LASTING_STATUSES, ['SENT']] as EmailFilter['statuses'][]
    for (const filters of combined.flatMap((each) => [each, { ...each, ...range }])) {
      const searches = [null, { search: 'ada' }, { search: 'ada@', addresses: [ADDRESS, 'b@a.b'] }]
      for (const [some, searched] of statuses.flatMap((one) => searches.map((two) => [one, two] as const))) {
        const { addresses, ...search } = { addresses: null, ...searched }
        const plan = planListing(project.id, { ...filters, ...search, statuses: some }, addresses)
        const filter = anyOf(plan, [olderThan({ sortValue: new Date(), id: newId() })])
        const explained = await Email.find(filter).sort({ createdAt: -1, _id: -1 }).limit(20).hint(plan.hint).explain()
        const { winningPlan } = (explained as unknown as { queryPlanner: { winningPlan: object } }).queryPlanner
        // Where MongoDB cannot use the index of the hint, it reads all of it.
        const whole = /COLLSCAN|"stage":"SORT"|"projectId":\["\[MinKey/
        expect(JSON.stringify(winningPlan), JSON.stringify(filter)).to.not.match(whole)
      }
    }
  })
})
