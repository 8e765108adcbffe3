import { expect } from 'chai'
import { cancelExecution } from '../../../../commands/automation/executions/cancel-execution.js'
import { stepEmailId } from '../../../../commands/automation/executions/find-step-email.js'
import { openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { Email, Execution, Wait } from '../../../support/models.js'
import type { EmailRecord } from '../../../../models/email.js'
import type { ExecutionRecord } from '../../../../models/execution.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createEmail, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { beginExecution, currentRef } from '../../../support/walks.js'
import { documentsOf, waitingOf, enqueued } from '../../../support/outbox.js'

describe('cancelExecution', () => {
  useDatabase()

  async function setUp() {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const steps = [makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } })]
    const workflow = await createWorkflow({ projectId, steps })
    const execution = await beginExecution(workflow, contact._id)
    const which = { projectId, workflowId: workflow._id, executionId: execution._id }
    return { projectId, execution, which, read: () => Execution.findById(execution._id).orFail().lean() }
  }

  it('ends an execution whose start was not dispatched yet, and enqueues the end of its Temporal workflow execution', async () => {
    const { projectId, execution, which, read } = await setUp()

    const entries = await enqueued(() => cancelExecution({ ...which, reason: 'changed my mind' }))

    expect(await read()).to.include({ status: 'CANCELLED', exitReason: 'changed my mind', wakeAt: null })
    expect(documentsOf(entries)).to.deep.equal([{ kind: 'execution', projectId, id: execution._id }])
    const after = await read()
    expect(await waitingOf('execution', projectId)).to.deep.equal([execution._id, execution._id])
    expect(after).not.to.have.property('activeKey')
  })

  it('closes its open wait', async () => {
    const { execution, which } = await setUp()
    await openWait(currentRef(execution))
    await cancelExecution(which)
    expect(await Wait.findOne({ executionId: execution._id }).lean()).to.include({ state: 'closed', eventId: null })
  })

  it('withdraws its waiting email', async () => {
    const { projectId, execution, which } = await setUp()
    const email = await createEmail({ projectId, ...emailOf(execution) })
    await cancelExecution(which)
    expect(await Email.findById(email._id).lean()).to.include({ status: 'SKIPPED' })
  })

  it('waits before its answer for a message that is on its way, up to a time limit', async () => {
    const { projectId, execution, which } = await setUp()
    const email = await createEmail({ projectId, ...emailOf(execution), status: 'SENDING' })
    const answers: string[] = []
    const answer = cancelExecution(which, 60_000).finally(() => answers.push('cancelled'))
    await closedFor(execution._id)
    // More commands than a cancellation executes that does not wait.
    for (let n = 0; n < 20; n += 1) await Email.exists({ _id: email._id })
    expect(answers).to.deep.equal([])
    await Email.updateOne({ _id: email._id }, { $set: { status: 'SENT' } })
    await answer

    const second = await setUp()
    await createEmail({ projectId: second.projectId, ...emailOf(second.execution), status: 'SENDING' })
    await cancelExecution(second.which, 30)
  })

  it('throws CONFLICT for an execution that has ended and 404 for one that does not exist', async () => {
    const { which } = await setUp()
    const other = await setUp()
    await cancelExecution(which)
    const codeOf = (input: typeof which) => cancelExecution(input).catch((error: { code: string }) => error.code)
    expect(await codeOf(which)).to.equal('CONFLICT')
    expect(await codeOf({ ...other.which, projectId: which.projectId })).to.equal('WORKFLOW_NOT_FOUND')
    expect(await codeOf({ ...other.which, workflowId: which.workflowId })).to.equal('WORKFLOW_NOT_FOUND')
    const sibling = await createWorkflow({ projectId: other.projectId })
    expect(await codeOf({ ...other.which, workflowId: sibling._id })).to.equal('RESOURCE_NOT_FOUND')
    expect((await other.read()).status).to.equal('WAITING')
  })
})

function emailOf(execution: ExecutionRecord): Partial<EmailRecord> {
  const { _id: executionId, sequence } = execution
  return { _id: stepEmailId(execution, execution), executionId, sequence, sourceType: 'WORKFLOW' }
}

async function closedFor(executionId: string): Promise<void> {
  while ((await Execution.findById(executionId).orFail().lean()).status !== 'CANCELLED') {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
