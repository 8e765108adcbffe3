import { expect } from 'chai'
import { Email } from '../../models/email.js'
import { Event } from '../../models/event.js'
import { Execution } from '../../models/execution.js'
import { newId } from '../../runtime/ids.js'
import { operationsOf } from '../support/profiled.js'
import { createProject } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import type { HttpClient } from '../support/http-client.js'
import { SLACK } from './expect-indexed.js'

const MANY = 600
const LIMIT = 5
const COUNTED = 1_000

describe('the plans of GET /activity of a project in which much has happened', () => {
  const gateway = useGateway()
  const contactId = newId()
  let client: HttpClient

  before(async () => {
    const { id: projectId, secretKey } = await createProject()
    client = gateway.as(secretKey)
    const own = { projectId, workflowId: newId(), workflowVersion: 1 }
    // What is asked for is older than all the rest.
    const at = (n: number): Date => new Date(Date.now() - n * 1_000)
    const ofContact = (n: number): string => (n > MANY - LIMIT ? contactId : newId())
    await Execution.insertMany(
      Array.from({ length: MANY }, (_, n) => ({
        ...own,
        contactId: ofContact(n),
        status: n > MANY - LIMIT ? ('FAILED' as const) : ('COMPLETED' as const),
        startedAt: at(n),
        completedAt: at(n),
        temporalWorkflowId: newId(),
      })),
    )
    await Email.insertMany(
      Array.from({ length: MANY }, (_, n) => ({
        projectId,
        contactId: ofContact(n),
        to: 'ada@example.com',
        from: 'news@example.com',
        subject: 'Hi',
        contentId: 'x',
        type: 'MARKETING',
        sourceType: 'CAMPAIGN',
        status: 'SUPPRESSED',
        listedStatus: 'SUPPRESSED',
        createdAt: at(n),
      })),
    )
    await Event.insertMany(
      Array.from({ length: MANY }, (_, n) => ({
        _id: newId(),
        projectId,
        contactId: ofContact(n),
        name: n > MANY - LIMIT ? 'signed up' : 'email.sent',
        data: {},
        createdAt: at(n),
      })),
    )
  })

  const TYPES = ['', '&types=workflow.failed', '&types=email.suppressed', '&types=event.triggered']
  const DATES = ['', '&startDate=2026-01-01', '&startDate=2026-01-01&endDate=2099-01-01']
  for (const contact of ['', '&contactId=:contact']) {
    for (const types of TYPES) {
      for (const dates of DATES) {
        const query = `limit=${LIMIT}${types}${contact}${dates}`
        it(`?${query} reads what it shows`, async () => {
          for (const collection of ['events', 'emails', 'executions']) {
            const operations = await operationsOf(collection, async () => {
              expect((await client.get(`/activity?${query.replace(':contact', contactId)}`)).status).to.equal(200)
            })
            for (const { planSummary, keysExamined, docsExamined } of operations) {
              expect(planSummary, collection).to.match(/^(IXSCAN|DISTINCT_SCAN)/)
              // The total of the first page is counted from the index alone, up to a thousand.
              const most = docsExamined === 0 ? COUNTED : LIMIT
              expect(keysExamined, `${collection} ${planSummary}`).to.be.at.most(most + SLACK)
              expect(docsExamined, `${collection} ${planSummary}`).to.be.at.most(LIMIT + SLACK)
            }
          }
        })
      }
    }
  }
})
