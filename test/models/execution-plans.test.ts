import { expect } from 'chai'
import { EXECUTION_STATUSES, isActive } from '../../models/domain/execution-status.js'
import { Email, Execution, Workflow } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { createProject, createWorkflow } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import type { HttpClient } from '../support/http-client.js'
import { expectIndexed, SLACK } from './expect-indexed.js'

const EXECUTIONS = 400
const CONTACTS = 20
const PAGE = 5

describe('the plans of the queries for executions', () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  const contactIds = Array.from({ length: CONTACTS }, () => newId())
  let client: HttpClient
  let projectId: string
  let workflowId: string
  let path: string

  const furnish = async (): Promise<void> => {
    const project = await createProject()
    projectId = project.id
    client = gateway.as(project.secretKey)
    workflowId = (await createWorkflow({ projectId }))._id
    path = `/workflows/${workflowId}/executions`
    const now = Date.now()
    const executions = Array.from({ length: EXECUTIONS }, (_, n) => {
      const status = EXECUTION_STATUSES[Math.floor(n / 4) % EXECUTION_STATUSES.length] ?? 'RUNNING'
      const of = n % 4 === 0 ? `not ${workflowId}` : workflowId
      return {
        _id: newId(),
        projectId,
        workflowId: of,
        workflowVersion: 1,
        contactId: contactIds[n % CONTACTS] ?? '',
        status,
        startedAt: new Date(now - n * 1_000),
        temporalWorkflowId: `execution:${n}`,
        ...(isActive(status) ? { activeKey: `${of}:${n}` } : {}),
      }
    })
    await Execution.insertMany(executions)
    await Email.insertMany(
      executions.map(({ _id: executionId, contactId }, n) => ({
        projectId,
        contactId,
        executionId,
        workflowId: n % 4 === 0 ? `not ${workflowId}` : workflowId,
        sequence: 1,
        to: 'ada@example.com',
        from: 'news@example.com',
        subject: 'Hi',
        contentId: 'x',
        type: 'MARKETING' as const,
        sourceType: 'WORKFLOW',
        status: n % 50 === 1 ? ('PENDING' as const) : ('SENT' as const),
      })),
    )
  }

  const list = (query: string) => async () => {
    const res = await client.get(`${path}?pageSize=${PAGE}${query}`)
    expect(res.status).to.equal(200)
    expect(res.body.data).to.have.length(PAGE)
  }
  const cancelAll = async () => {
    expect((await client.post(`${path}/cancel-all`)).status).to.equal(202)
  }

  describe('of lists', () => {
    before(furnish)

    const LISTS: [which: string, query: string][] = [
      ['all', ''],
      ['all that wait', '&status=WAITING'],
      ['all that were cancelled', '&status=CANCELLED'],
      ['all of a contact', `&contactId=${contactIds[1]}`],
    ]
    for (const [which, query] of LISTS) {
      it(`the list of ${which} reads what it shows, and counts by an index`, async () => {
        const operations = await expectIndexed('executions', list(query))
        const finds = operations.filter(({ command }) => command.aggregate === undefined)
        expect(finds).to.have.length(1)
        expect(finds[0]?.docsExamined).to.be.at.most(PAGE)
        expect(finds[0]?.keysExamined).to.be.at.most(PAGE + SLACK)
      })
    }

    it('the list by status goes by indexes while a cancellation of all is under way', async () => {
      await Workflow.updateOne({ _id: workflowId }, { $set: { cancellations: { count: 1, at: new Date() } } })
      await expectIndexed('executions', list('&status=CANCELLED'))
    })
  })

  describe('of cancellations', () => {
    beforeEach(furnish)

    it('a cancellation of all finds by indexes what it has to end and to withdraw, and reads it once', async () => {
      // Those in a step are read once more, for the emails and calls that are leaving.
      const acting = await Execution.countDocuments({ workflowId, status: 'RUNNING' })
      const operations = await expectIndexed('executions', cancelAll)
      const active = await Execution.countDocuments({ workflowId, status: 'CANCELLED', exitReason: { $ne: null } })
      expect(active).to.be.greaterThan(0)
      const read = operations
        .filter(({ op }) => op === 'query')
        .reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
      expect(read).to.be.at.most(active + acting + SLACK)
      await expectIndexed('emails', cancelAll)
      await expectIndexed('waits', cancelAll)
    })
  })
})
