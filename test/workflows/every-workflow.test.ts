import { expect } from 'chai'
import { Contact } from '../../models/contact.js'
import { Job, type JobKind } from '../../models/job.js'
import { newId } from '../../runtime/ids.js'
import { JOB_EXECUTIONS, PRIORITY } from '../../workflows/contracts.js'
import { useDatabase } from '../support/database.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { keepHistory } from '../support/record-histories.js'
import { useTemporalWorkers } from './temporal-workers.js'

/** The ids that a workflow is about. */
type Input = { projectId: string } & Record<string, unknown>

describe('on the queue of jobs', () => {
  useDatabase()

  const workers = useTemporalWorkers(
    ({ jobs }) => ({ jobs }),
    () => ({ billing: null }),
  )

  /** Runs a workflow to its end, keeps its history, and returns the type of its last event. */
  async function run({ type, input }: { type: string; input: Input }): Promise<string | undefined> {
    const id = `every-workflow:${type}:${newId()}`
    const { projectId } = input
    const start = {
      type,
      id,
      queue: 'jobs',
      input,
      summary: type,
      kind: 'job',
      priority: PRIORITY.job,
      projectId,
    } as const
    await workers.temporal.start(start)
    const history = await workers.endedHistory(id)
    await keepHistory(type, history)
    return history.events.at(-1)?.eventType
  }
  const ENDED = 'EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED'

  for (const [kind, { type, summary }] of Object.entries(JOB_EXECUTIONS)) {
    it(`a job that its request has done meanwhile ends at once: ${summary}`, async () => {
      const { id: projectId } = await createProject()
      const { _id: jobId } = await Job.create({ projectId, kind: kind as JobKind, status: 'COMPLETED' })
      expect(await run({ type, input: { projectId, jobId } })).to.equal(ENDED)
    })
  }

  it('a snooze that is over subscribes its contact again', async () => {
    const { id: projectId } = await createProject()
    const snoozedUntil = new Date(Date.now() + 1_000)
    const { _id: contactId } = await createContact({ projectId, subscribed: false, snoozedUntil })
    const input = { projectId, contactId, untilMs: snoozedUntil.getTime() }
    expect(await run({ type: 'endSnooze', input })).to.equal(ENDED)
    expect(await Contact.findOne({ _id: contactId, projectId }).lean()).to.include({
      subscribed: true,
      snoozedUntil: null,
    })
  })

  it('a schedule starts nothing of a workflow that has none any more', async () => {
    const { id: projectId } = await createProject()
    const { _id: workflowId } = await createWorkflow({ projectId })
    const input = { projectId, workflowId }
    expect(await run({ type: 'startScheduledWorkflow', input })).to.equal(ENDED)
  })

  it('a round of usage reports ends where nobody is billed', async () => {
    const { id: projectId } = await createProject()
    expect(await run({ type: 'reportUsage', input: { projectId } })).to.equal(ENDED)
  })
})
