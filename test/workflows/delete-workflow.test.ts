import { expect } from 'chai'
import { cancelExecution } from '../../commands/executions/cancel-execution.js'
import { deleteWorkflow } from '../../commands/workflows/delete-workflow.js'
import { Execution } from '../../models/execution.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Job } from '../../models/job.js'
import { WorkflowVersion } from '../../models/workflow-version.js'
import { dispatchExecution, dispatchJob } from '../../outbox/dispatch.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { beginExecution } from '../support/walks.js'
import { useDurableWorkers } from './durable-workers.js'

describe('deleting a workflow durably', () => {
  useDatabase()

  const durable = useDurableWorkers(({ executions, jobs }) => ({ executions, jobs }))
  const lastEventOf = async (id: string) => (await durable.endedHistory(id)).events.at(-1)?.eventType

  it('waits until its cancelled executions have stopped in Temporal, and removes them then', async () => {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const workflow = await createWorkflow({ projectId, steps })
    const { _id: workflowId } = workflow
    const execution = await beginExecution(workflow, (await createContact({ projectId }))._id)
    const { _id: executionId, temporalWorkflowId } = execution
    const entry: OutboxEntry = { kind: 'execution', projectId, id: executionId }
    await dispatchExecution(durable.temporal, entry)
    await cancelExecution({ projectId, workflowId, executionId })

    const entries = await deleteWorkflow({ projectId, workflowId })

    // Beside the job, the schedule that the workflow may have had is taken away.
    const [, job] = entries
    expect(entries.map(({ kind }) => kind)).to.deep.equal(['workflow', 'job'])
    if (job?.kind !== 'job') throw new Error('The deletion does not go on')
    await dispatchJob(durable.temporal, job)
    const slices = async () => (await Job.findOne({ _id: job.id, projectId }).orFail().lean()).slices
    const before = await slices()
    await eventually(slices, (count) => count > before)
    expect(await Execution.countDocuments({ projectId })).to.equal(1)

    await dispatchExecution(durable.temporal, entry)
    await eventually(
      () => Job.findOne({ _id: job.id, projectId }).orFail().lean(),
      ({ status }) => status === 'COMPLETED',
    )

    expect(await Execution.countDocuments({ projectId })).to.equal(0)
    expect(await WorkflowVersion.countDocuments({ projectId })).to.equal(0)
    expect(await lastEventOf(temporalWorkflowId)).to.equal('EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED')
    expect(await lastEventOf(`delete-workflow:${job.id}`)).to.equal('EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED')
  })
})
