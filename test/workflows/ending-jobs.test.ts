import { expect } from 'chai'
import { cancelExecution } from '../../commands/automation/executions/cancel-execution.js'
import type { ExecutionCancellation } from '../../commands/automation/executions/cancel-executions-slice.js'
import { createJob } from '../../commands/base/jobs/advance-job.js'
import { deleteWorkflow } from '../../commands/automation/workflows/delete-workflow.js'
import { Execution, Job, Workflow, WorkflowVersion } from '../support/models.js'
import { dispatchExecution, dispatchJob } from '../../outbox/dispatch.js'
import { useDatabase } from '../support/database.js'
import { eventually, eventuallyEquals } from '../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { beginExecution } from '../support/walks.js'
import { useTemporalWorkers } from './temporal-workers.js'
import { documentsOf, dropEntries, enqueued, useEnqueued } from '../support/outbox.js'

const COUNT = 3

describe('a job that ends executions', () => {
  useDatabase()

  const entries = useEnqueued()
  const workers = useTemporalWorkers(({ executions, jobs }) => ({ executions, jobs }))
  const lastEventOf = async (id: string) => (await workers.endedHistory(id)).events.at(-1)?.eventType

  it('cancels every record and every Temporal workflow execution after a request that died behind its mark', async () => {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const { _id: workflowId, ...workflow } = await createWorkflow({ projectId, steps })
    const contacts = await Promise.all(Array.from({ length: COUNT }, () => createContact({ projectId })))
    const executions = await Promise.all(
      contacts.map((contact) => beginExecution({ _id: workflowId, ...workflow }, contact._id)),
    )
    for (const { _id: id } of executions) await dispatchExecution(workers.temporal, { projectId, id })
    const at = new Date()
    await Workflow.updateOne({ _id: workflowId }, { $set: { cancellations: { count: 1, at } } })
    const input: ExecutionCancellation = { workflowId, count: 1, at, total: COUNT }
    const jobId = await createJob({ projectId, kind: 'CANCEL_EXECUTIONS', input, result: { ended: 0 } })

    entries.splice(0)
    await dispatchJob(workers.temporal, { projectId, id: jobId })
    await eventuallyEquals(
      async () => (await Job.findOne({ _id: jobId, projectId }).orFail().lean()).status,
      'COMPLETED',
    )

    expect(await Execution.countDocuments({ workflowId, status: 'CANCELLED', completedAt: at })).to.equal(COUNT)
    const told = documentsOf(entries)
    expect(told.map(({ id }) => id)).to.have.members(executions.map(({ _id }) => _id))
    for (const entry of told) await dispatchExecution(workers.temporal, entry)
    for (const { temporalWorkflowId } of executions) {
      await eventuallyEquals(() => workers.temporal.stateOf(temporalWorkflowId), 'cancelled')
    }
    await eventuallyEquals(() => workers.temporal.stateOf(`cancel-all:${jobId}`), 'completed')
  })

  it('deletes a workflow once its cancelled executions have stopped in Temporal, and these with it', async () => {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const workflow = await createWorkflow({ projectId, steps })
    const { _id: workflowId } = workflow
    const execution = await beginExecution(workflow, (await createContact({ projectId }))._id)
    const { _id: executionId, temporalWorkflowId } = execution
    const entry = { projectId, id: executionId }
    await dispatchExecution(workers.temporal, entry)
    await cancelExecution({ projectId, workflowId, executionId })

    const setOff = documentsOf(await enqueued(() => deleteWorkflow({ projectId, workflowId })))

    // Beside the job, the schedule that the workflow may have had is taken away.
    const [, job] = setOff
    expect(setOff.map(({ kind }) => kind)).to.deep.equal(['workflow', 'job'])
    if (job?.kind !== 'job') throw new Error('The deletion does not go on')
    await dispatchJob(workers.temporal, job)
    const slices = async () => (await Job.findOne({ _id: job.id, projectId }).orFail().lean()).slices
    const before = await slices()
    await eventually(slices, (count) => count > before)
    expect(await Execution.countDocuments({ projectId })).to.equal(1)

    await dispatchExecution(workers.temporal, entry)
    await dropEntries('execution', executionId)
    await eventuallyEquals(
      async () => (await Job.findOne({ _id: job.id, projectId }).orFail().lean()).status,
      'COMPLETED',
    )

    expect(await Execution.countDocuments({ projectId })).to.equal(0)
    expect(await WorkflowVersion.countDocuments({ projectId })).to.equal(0)
    expect(await lastEventOf(temporalWorkflowId)).to.equal('EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED')
    expect(await lastEventOf(`delete-workflow:${job.id}`)).to.equal('EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED')
  })
})
