import { expect } from 'chai'
import { createJob } from '../../commands/jobs/advance-job.js'
import type { ExecutionCancellation } from '../../commands/executions/cancel-executions-slice.js'
import { Execution } from '../../models/execution.js'
import { Job } from '../../models/job.js'
import { Workflow } from '../../models/workflow.js'
import { dispatchExecution, dispatchJob } from '../../outbox/dispatch.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { beginExecution } from '../support/walks.js'
import { useDurableWorkers } from './durable-workers.js'

const COUNT = 12

describe('cancelling all executions durably', () => {
  useDatabase()

  let enqueued: OutboxEntry[]
  const durable = useDurableWorkers(
    ({ executions, jobs }) => ({ executions, jobs }),
    () => ({ enqueue: (entries: OutboxEntry[]) => void enqueued.push(...entries) }),
  )
  beforeEach(() => {
    enqueued = []
  })

  it('ends every record and every durable execution after a request that died behind its mark', async () => {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const { _id: workflowId, ...workflow } = await createWorkflow({ projectId, steps })
    const contacts = await Promise.all(Array.from({ length: COUNT }, () => createContact({ projectId })))
    const executions = await Promise.all(
      contacts.map((contact) => beginExecution({ _id: workflowId, ...workflow }, contact._id)),
    )
    for (const { _id: id } of executions)
      await dispatchExecution(durable.temporal, { kind: 'execution', projectId, id })
    const at = new Date()
    await Workflow.updateOne({ _id: workflowId }, { $set: { cancellations: { count: 1, at } } })
    const input: ExecutionCancellation = { workflowId, count: 1, at, total: COUNT }
    const { jobId } = await createJob({ projectId, kind: 'CANCEL_EXECUTIONS', input, result: { told: 0 } })

    await dispatchJob(durable.temporal, { kind: 'job', projectId, id: jobId })
    await eventually(
      () => Job.findOne({ _id: jobId, projectId }).orFail().lean(),
      ({ status }) => status === 'COMPLETED',
    )

    expect(await Execution.countDocuments({ workflowId, status: 'CANCELLED', completedAt: at })).to.equal(COUNT)
    expect(enqueued.map(({ id }) => id)).to.have.members(executions.map(({ _id }) => _id))
    for (const entry of enqueued) await dispatchExecution(durable.temporal, entry)
    for (const { temporalWorkflowId } of executions) {
      await eventually(
        () => durable.temporal.stateOf(temporalWorkflowId),
        (state) => state === 'cancelled',
      )
    }
    await eventually(
      () => durable.temporal.stateOf(`cancel-all:${jobId}`),
      (state) => state === 'completed',
    )
  })
})
