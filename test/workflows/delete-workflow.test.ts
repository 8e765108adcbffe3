import { expect } from 'chai'
import { cancelExecution } from '../../commands/executions/cancel-execution.js'
import { deleteWorkflow } from '../../commands/workflows/delete-workflow.js'
import { Execution } from '../../models/execution.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Job } from '../../models/job.js'
import { WorkflowVersion } from '../../models/workflow-version.js'
import { createLogger } from '../../runtime/logger.js'
import { queueOptions } from '../../workers/registry.js'
import { runWorkers, type RunningWorkers } from '../../workers/run-workers.js'
import { dispatchExecution, dispatchJob } from '../../outbox/dispatch.js'
import { createTemporal, type Temporal } from '../../outbox/temporal.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { fetchHistory, type HistoryEvent } from '../support/record-histories.js'
import { temporalServer } from '../support/servers.js'
import { beginExecution } from '../support/walks.js'

describe('deleting a workflow durably', () => {
  useDatabase()

  let temporal: Temporal
  let workers: RunningWorkers

  before(async function () {
    this.timeout(120_000)
    const { info } = await temporalServer()
    temporal = createTemporal({ address: info.temporal, namespace: 'default' })
    const shared = { enqueue: () => undefined, provider: {}, sendRate: { permitsFor: () => async () => 0 } }
    const { executions, jobs } = queueOptions(shared as unknown as Parameters<typeof queueOptions>[0])
    workers = await runWorkers({
      address: info.temporal,
      namespace: 'default',
      queues: { executions, jobs },
      log: createLogger('worker', { level: 'fatal', pretty: false }),
    })
  })
  after(async () => {
    workers.stop()
    await workers.finished
    await temporal.close()
  })

  const lastEventOf = async (id: string): Promise<string> => {
    const stack = await temporalServer()
    const ended = await eventually(
      (): Promise<{ events: HistoryEvent[] }> => fetchHistory({ stack }, id),
      ({ events }) => /_EXECUTION_(COMPLETED|FAILED|CANCELED)$/.test(events.at(-1)?.eventType ?? ''),
    )
    return ended.events.at(-1)?.eventType ?? ''
  }

  it('waits until its cancelled executions have stopped in Temporal, and removes them then', async () => {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const workflow = await createWorkflow({ projectId, steps })
    const { _id: workflowId } = workflow
    const execution = await beginExecution(workflow, (await createContact({ projectId }))._id)
    const { _id: executionId, temporalWorkflowId } = execution
    const entry: OutboxEntry = { kind: 'execution', projectId, id: executionId }
    await dispatchExecution(temporal, entry)
    await cancelExecution({ projectId, workflowId, executionId })

    const entries = await deleteWorkflow({ projectId, workflowId })

    // Beside the job, the schedule that the workflow may have had is taken away.
    const [, job] = entries
    expect(entries.map(({ kind }) => kind)).to.deep.equal(['workflow', 'job'])
    if (job?.kind !== 'job') throw new Error('The deletion does not go on')
    await dispatchJob(temporal, job)
    const slices = async () => (await Job.findOne({ _id: job.id, projectId }).orFail().lean()).slices
    const before = await slices()
    await eventually(slices, (count) => count > before)
    expect(await Execution.countDocuments({ projectId })).to.equal(1)

    await dispatchExecution(temporal, entry)
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
