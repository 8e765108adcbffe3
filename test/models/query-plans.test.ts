import { expect } from 'chai'
import { countTotals } from '../../commands/base/installation/count-totals.js'
import { Contact } from '../../models/contact.js'
import { Email } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import { Event } from '../../models/event.js'
import { newId } from '../../runtime/ids.js'
import { NO_ROWS } from '../../models/import-job.js'
import { Job } from '../../models/job.js'
import { Suppression } from '../../models/suppression.js'
import { createCampaign, createProject, createWorkflow } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import type { HttpClient } from '../support/http-client.js'
import { operationsOf, type Profiled } from '../support/profiled.js'
import { expectIndexed, SLACK } from './expect-indexed.js'
import { storeEntries } from '../support/outbox.js'
import { words } from '../support/words.js'

const CONTACTS = 400
const EVENTS = 600
const OTHERS = 150

const idOf = (kind: number, n: number): string => `01890000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`
const emailIdOf = (n: number): string => idOf(1, n)
const campaignIdOf = (n: number): string => idOf(2, n)

describe('the plans of the hot queries', () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  let projectId: string
  let client: HttpClient
  let publicClient: HttpClient
  let contactId: string

  before(async () => {
    const [project, other] = [await createProject(), await createProject()]
    projectId = project.id
    client = gateway.as(project.secretKey)
    publicClient = gateway.as(project.publicKey)
    const now = Date.now()
    const at = (n: number): Date => new Date(now - n * 1_000)
    const contacts = Array.from({ length: CONTACTS }, (_, n) => ({
      _id: newId(),
      projectId: n < CONTACTS - OTHERS / 3 ? projectId : other.id,
      email: `c${n}@example.com`,
      subscribed: n % 3 !== 0,
      data: { plan: 'pro' },
      createdAt: at(n),
      updatedAt: at(n),
    }))
    await Contact.insertMany(contacts)
    contactId = contacts[7]?._id ?? ''
    const events = Array.from({ length: EVENTS }, (_, n) => ({
      _id: newId(),
      projectId: n < EVENTS - OTHERS ? projectId : other.id,
      contactId: contacts[n % 20]?._id ?? null,
      name: `event ${n % 8}`,
      emailId: n % 4 === 0 ? emailIdOf(n % 40) : null,
      data: { n },
      createdAt: at(n),
    }))
    await Event.insertMany(events)
    await Email.insertMany(
      Array.from({ length: EVENTS }, (_, n) => ({
        _id: emailIdOf(n),
        projectId: n < EVENTS - OTHERS ? projectId : other.id,
        contactId: contacts[n % 20]?._id ?? '',
        campaignId: n % 3 === 0 ? campaignIdOf(Math.floor(n / 60)) : null,
        to: `c${n % 20}@example.com`,
        from: 'news@example.com',
        subject: 'Hi',
        contentId: 'x',
        type: 'MARKETING',
        sourceType: 'CAMPAIGN',
        ...(n % 50 === 0 ? { status: 'BOUNCED', listedStatus: 'BOUNCED' } : { status: 'SENT' }),
        createdAt: at(n),
      })),
    )
    await Suppression.insertMany(
      Array.from({ length: CONTACTS }, (_, n) => ({
        projectId: n < CONTACTS - OTHERS / 3 ? projectId : other.id,
        email: `c${n}@example.com`,
        reason: 'BOUNCE' as const,
        createdAt: at(n),
      })),
    )
    await Job.insertMany(
      Array.from({ length: CONTACTS }, (_, n) => ({
        projectId: n < CONTACTS - OTHERS / 3 ? projectId : other.id,
        kind: n % 4 === 0 ? ('IMPORT_CONTACTS' as const) : ('CHANGE_CONTACTS' as const),
        status: 'COMPLETED' as const,
        input: { kind: 'contacts', fileName: null, sizeBytes: 1, isDryRun: false },
        result: NO_ROWS,
        createdAt: at(n),
      })),
    )
  })

  /** Each operation sees little that it does not return. */
  const expectClose = (operations: Profiled[]): void => {
    for (const operation of operations.filter(({ command }) => command.aggregate === undefined)) {
      const { keysExamined = 0, docsExamined = 0, nreturned = 0, nMatched = 0 } = operation
      const wanted = Math.max(nreturned, nMatched) + SLACK
      expect(keysExamined, JSON.stringify(operation)).to.be.at.most(wanted)
      expect(docsExamined, JSON.stringify(operation)).to.be.at.most(wanted)
    }
  }
  const get = (path: string) => async (): Promise<string | null> => {
    const res = await client.get(path)
    expect(res.status, path).to.equal(200)
    return res.body.cursor
  }

  const LISTS: [list: string, collection: string][] = [
    ['/contacts?sort=createdAt', 'contacts'],
    ['/contacts?sort=createdAt&dir=asc', 'contacts'],
    ['/contacts?sort=email', 'contacts'],
    ['/contacts?sort=email&dir=desc', 'contacts'],
    ['/contacts?subscribed=true', 'contacts'],
    ['/contacts?subscribed=false&dir=asc', 'contacts'],
    ['/events?', 'events'],
    ['/events?eventName=event%203', 'events'],
    ['/events?contactId=:contact', 'events'],
    ['/events?contactId=:contact&eventName=event%207', 'events'],
    ['/events/contact/:contact?', 'events'],
    ['/emails?', 'emails'],
    ['/emails?status=BOUNCED', 'emails'],
    ['/emails?contactId=:contact', 'emails'],
    [`/emails?campaignId=${campaignIdOf(1)}`, 'emails'],
    ['/emails?to=c5@example.com', 'emails'],
    ['/suppressions?', 'suppressions'],
    ['/contacts/import?', 'jobs'],
    ['/activity?', 'events'],
    ['/activity?types=event.triggered', 'events'],
    ['/activity?contactId=:contact', 'events'],
    ['/activity?contactId=:contact&types=event.triggered,email.sent', 'events'],
    ['/activity?startDate=2026-01-01&types=event.triggered', 'events'],
  ]
  for (const [list, collection] of LISTS) {
    it(`GET ${list} reads what it shows, on its first page and on the next`, async () => {
      const path = `${list.replace(':contact', contactId)}&limit=5`
      let cursor: string | null = null
      const first = await expectIndexed(collection, async () => {
        cursor = await get(path)()
      })
      expectClose(first)
      expect(cursor).to.be.a('string')
      expectClose(await expectIndexed(collection, get(`${path}&cursor=${cursor}`)))
    })
  }

  it('GET /emails/:id reads the email and its own events', async () => {
    const path = `/emails/${emailIdOf(8)}`
    expectClose(await expectIndexed('events', get(path)))
    expectClose(await expectIndexed('emails', get(path)))
  })

  it('GET /suppressions searches by an index', () => expectIndexed('suppressions', get('/suppressions?search=c399')))

  it('POST /v1/track looks one contact up, and never by a scan', async () => {
    for (const email of ['C3@example.com', 'new@example.com']) {
      const track = () => publicClient.post('/v1/track', { email, event: 'event 3', data: { plan: 'team' } })
      const operations = await expectIndexed('contacts', async () => {
        expect((await track()).status).to.equal(200)
      })
      expectClose(operations)
    }
  })

  it('GET /contacts counts by the counters, however many contacts there are', async () => {
    await storeEntries('contact', projectId, contactId)
    const operations = await operationsOf('contacts', get('/contacts?limit=5'))
    const examined = operations.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
    expect(examined).to.be.at.most(5 + SLACK)
  })

  const CAMPAIGN_QUERIES = words(`
    dir=desc dir=asc sort=name sort=name&dir=asc sort=updatedAt sort=updatedAt&dir=asc status=SENT
    status=SENT&dir=asc
  `)
  it('GET /campaigns reads what it shows, in every order and by status', async () => {
    for (let n = 0; n < 40; n += 1) {
      await createCampaign({ projectId, name: `${n % 7}`, status: n % 5 === 0 ? 'SENT' : 'DRAFT' })
    }
    for (const query of CAMPAIGN_QUERIES) {
      expectClose(await expectIndexed('campaigns', get(`/campaigns?${query}&pageSize=3&page=2`)))
    }
  })

  for (const path of ['/events/names', '/events/stats', '/events/stats?startDate=2020-01-01']) {
    it(`GET ${path} counts by the index alone`, async () => {
      const operations = await operationsOf('events', get(path))
      expect(operations).to.have.lengthOf(1)
      expect(operations[0]?.planSummary).to.match(/^IXSCAN/)
      expect(operations[0]?.docsExamined).to.equal(0)
    })
  }

  it('DELETE /workflows/:id looks for active executions past all that have ended', async () => {
    const { _id: workflowId } = await createWorkflow({ projectId })
    const fields = { projectId, workflowId, workflowVersion: 1, startedAt: new Date(), temporalWorkflowId: 'x' }
    const ended = Array.from({ length: OTHERS }, () => ({
      ...fields,
      contactId: newId(),
      status: 'COMPLETED' as const,
    }))
    await Execution.insertMany([...ended, { ...fields, contactId, status: 'WAITING' as const }])
    const operations = await operationsOf('executions', async () => {
      expect((await client.delete(`/workflows/${workflowId}`)).status).to.equal(409)
    })
    expect(operations).to.have.lengthOf(1)
    expect(operations[0]?.planSummary).to.match(/^(IXSCAN|COUNT_SCAN)/)
    expect(operations[0]?.keysExamined).to.be.at.most(SLACK)
    expect(operations[0]?.docsExamined).to.be.at.most(SLACK)
  })

  it('GET /metrics counts the totals of all projects from indexes that hold little else', async () => {
    await Execution.create({
      projectId,
      contactId,
      workflowId: newId(),
      workflowVersion: 1,
      status: 'WAITING',
      startedAt: new Date(),
      temporalWorkflowId: 'x',
      activeKey: 'x',
    })
    for (const collection of ['executions', 'campaign_batches']) {
      const operations = await operationsOf(collection, countTotals)
      expect(operations, collection).to.not.be.empty
      for (const { planSummary, docsExamined } of operations) {
        expect(planSummary, collection).to.match(/^(IXSCAN|COUNT_SCAN|DISTINCT_SCAN|EOF)/)
        expect(docsExamined, collection).to.equal(0)
      }
    }
  })
})
