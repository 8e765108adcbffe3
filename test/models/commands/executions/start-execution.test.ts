import { expect } from 'chai'
import { startExecution } from '../../../../models/commands/executions/start-execution.js'
import { Execution } from '../../../../models/execution.js'
import { newId } from '../../../../models/ids.js'
import { Workflow } from '../../../../models/workflow.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { beginExecution, currentRef } from '../../../support/walks.js'
import { cancelExecution } from '../../../../models/commands/executions/cancel-execution.js'
import { settleStep } from '../../../../models/commands/executions/settle-step.js'

const AT_ONCE = 50

describe('startExecution', () => {
  useDatabase()

  async function setUp(allowReentry: boolean) {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const workflow = await createWorkflow({ projectId, steps, allowReentry })
    const start = (sourceEventId: string | null = null) =>
      startExecution({ workflow, contactId: contact._id, context: {}, sourceEventId, depth: 0 })
    return { projectId, contact, workflow, start }
  }

  for (const allowReentry of [false, true]) {
    describe(`with allowReentry ${allowReentry}`, () => {
      it(`makes one execution of ${AT_ONCE} starts at once`, async () => {
        const { start } = await setUp(allowReentry)
        const started = await Promise.all(Array.from({ length: AT_ONCE }, () => start()))
        expect(started.filter((result) => result !== null)).to.have.lengthOf(1)
        expect(await Execution.countDocuments({})).to.equal(1)
      })

      it('makes one execution of one event, however often it is dispatched', async () => {
        const { start } = await setUp(allowReentry)
        const eventId = newId()
        const started = await Promise.all(Array.from({ length: 10 }, () => start(eventId)))
        expect(started.filter((result) => result !== null)).to.have.lengthOf(1)
      })
    })
  }

  it('lets a contact in again after its execution ended only with allowReentry', async () => {
    for (const allowReentry of [false, true]) {
      const { start } = await setUp(allowReentry)
      const first = await start()
      if (!first) throw new Error('The first start was refused')
      await settleStep(currentRef(first.execution), { status: 'COMPLETED', branch: null, output: null, error: null })
      expect((await start()) !== null).to.equal(allowReentry)
    }
  })

  it('starts nothing again for an event whose execution has ended', async () => {
    const { projectId, workflow, start } = await setUp(true)
    const eventId = newId()
    const first = await start(eventId)
    await cancelExecution({ projectId, workflowId: workflow._id, executionId: first?.execution._id ?? '' })
    expect(await start(eventId)).to.equal(null)
    expect(await start(newId())).not.to.equal(null)
  })

  it('counts earlier executions when a workflow stops letting contacts in again', async () => {
    const { projectId, contact, workflow } = await setUp(true)
    const { _id: executionId } = await beginExecution(workflow, contact._id)
    await cancelExecution({ projectId, workflowId: workflow._id, executionId })
    const stricter = await Workflow.findByIdAndUpdate(
      workflow._id,
      { $set: { allowReentry: false } },
      { returnDocument: 'after' },
    )
      .orFail()
      .lean()
    const start = { contactId: contact._id, context: {}, sourceEventId: null, depth: 0 }
    expect(await startExecution({ ...start, workflow: stricter })).to.equal(null)
  })

  it('starts for every contact of its own', async () => {
    const { projectId, workflow } = await setUp(false)
    const contacts = await Promise.all(Array.from({ length: 5 }, () => createContact({ projectId })))
    const started = await Promise.all(contacts.map(({ _id }) => beginExecution(workflow, _id)))
    expect(new Set(started.map(({ temporalWorkflowId }) => temporalWorkflowId)).size).to.equal(5)
    expect(started.every((execution) => execution.dispatch?.state === 'pending')).to.equal(true)
  })

  it('ends at once, with nothing to dispatch, where nothing stands behind the TRIGGER', async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const workflow = await createWorkflow({ projectId })
    const execution = await beginExecution(workflow, contact._id)
    expect(execution).to.include({ status: 'COMPLETED', currentStepId: null })
    expect(execution.completedAt).to.be.instanceOf(Date)
    expect(execution).not.to.have.any.keys('dispatch', 'activeKey')
  })
})
