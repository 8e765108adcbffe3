import { expect } from 'chai'
import { newId } from '../../runtime/ids.js'
import { JOB_EXECUTIONS, PRIORITY } from '../../workflows/contracts.js'
import { useDatabase } from '../support/database.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { keepHistory } from '../support/record-histories.js'
import { Contact } from '../../models/contact.js'
import { useDurableWorkers } from './durable-workers.js'

describe('on the queue of jobs', () => {
  useDatabase()

  const durable = useDurableWorkers(
    ({ jobs }) => ({ jobs }),
    () => ({ billing: null, onUsageUnreported: () => undefined }),
  )

  /** Runs a workflow to its end, keeps its history, and returns the type of its last event. */
  async function run(type: string, input: { projectId: string }): Promise<string | undefined> {
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
    await durable.temporal.start(start)
    const history = await durable.endedHistory(id)
    await keepHistory(type, history)
    return history.events.at(-1)?.eventType
  }
  const ENDED = 'EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED'

  for (const { type, summary } of Object.values(JOB_EXECUTIONS)) {
    it(`a job whose record is gone ends at once: ${summary}`, async () => {
      const { id: projectId } = await createProject()
      expect(await run(type, { projectId, jobId: newId() } as { projectId: string })).to.equal(ENDED)
    })
  }

  it('a snooze that is over subscribes its contact again', async () => {
    const { id: projectId } = await createProject()
    const snoozedUntil = new Date(Date.now() + 1_000)
    const { _id: contactId } = await createContact({ projectId, subscribed: false, snoozedUntil })
    const input = { projectId, contactId, untilMs: snoozedUntil.getTime() }
    expect(await run('endSnooze', input)).to.equal(ENDED)
    expect(await Contact.findOne({ _id: contactId, projectId }).lean()).to.include({
      subscribed: true,
      snoozedUntil: null,
    })
  })

  it('a schedule starts nothing of a workflow that has none any more', async () => {
    const { id: projectId } = await createProject()
    const { _id: workflowId } = await createWorkflow({ projectId })
    const input = { projectId, workflowId }
    expect(await run('startScheduledWorkflow', input)).to.equal(ENDED)
  })

  it('a round of usage reports ends where nobody is billed', async () => {
    const { id: projectId } = await createProject()
    expect(await run('reportUsage', { projectId })).to.equal(ENDED)
  })
})
