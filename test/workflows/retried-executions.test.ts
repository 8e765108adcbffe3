import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'chai'
import { retryExecution } from '../../commands/automation/executions/retry-execution.js'
import type { NextStep, StepRef } from '../../models/domain/next-step.js'
import { Contact, Execution } from '../support/models.js'
import { dispatchExecution } from '../../outbox/dispatch.js'
import { useDatabase } from '../support/database.js'
import { eventually, eventuallyEquals } from '../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { keepHistory } from '../support/record-histories.js'
import { beginExecution, outcomesOf } from '../support/walks.js'
import { useTemporalWorkers } from './temporal-workers.js'

type StepActivity = (ref: StepRef, reason?: string) => Promise<NextStep>

describe('an execution that is retried before its Temporal workflow execution has ended', () => {
  useDatabase()

  /** Whether the step can be done. */
  let isBroken: boolean
  /** Happens once it is stored that the step failed, and before Temporal knows. */
  let onFailed: (ref: StepRef) => Promise<void>

  const workers = useTemporalWorkers(({ executions }) => {
    const real = executions.activities as Record<'updateStepContact' | 'failStep', StepActivity>
    const replaced: typeof real = {
      async updateStepContact(ref) {
        if (isBroken) throw ApplicationFailure.nonRetryable('broken', 'BROKEN')
        return real.updateStepContact(ref)
      },
      async failStep(ref, reason) {
        const next = await real.failStep(ref, reason)
        await onFailed(ref)
        return next
      },
    }
    return { executions: { ...executions, activities: { ...executions.activities, ...replaced } } }
  })

  async function setUp() {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const steps = [
      makeStep('UPDATE_CONTACT', { name: 'Mark', config: { updates: { marked: true } } }),
      makeStep('EXIT', { config: { reason: 'marked' } }),
    ]
    const workflow = await createWorkflow({ projectId, steps })
    const execution = await beginExecution(workflow, contact._id)
    const { _id: executionId, temporalWorkflowId } = execution
    const ref = { projectId, workflowId: workflow._id, executionId }
    const dispatch = () => dispatchExecution(workers.temporal, { projectId, id: executionId })
    return { contact, ref, dispatch, temporalWorkflowId, read: () => Execution.findById(executionId).orFail().lean() }
  }

  it('goes on in that one, which does not fail, and a second word of the retry changes nothing', async () => {
    const { contact, ref, dispatch, temporalWorkflowId, read } = await setUp()
    const states: string[] = []
    isBroken = true
    onFailed = async () => {
      states.push((await read()).status)
      isBroken = false
      await retryExecution(ref)
      await dispatch()
      await dispatch()
    }

    await dispatch()
    const ended = await eventually(read, ({ status }) => status === 'EXITED')

    expect(states).to.deep.equal(['FAILED'])
    expect(ended).to.include({ status: 'EXITED', exitReason: 'marked', retries: 1 })
    expect((await Contact.findById(contact._id).orFail().lean()).data).to.deep.equal({ marked: true })
    const recorded = await outcomesOf(ref.executionId)
    expect(recorded.map(({ sequence, retries, status }) => [sequence, retries, status])).to.deep.equal([
      [1, null, 'FAILED'],
      [1, 1, 'COMPLETED'],
      [2, 1, 'COMPLETED'],
    ])
    const { events } = await workers.endedHistory(temporalWorkflowId)
    const types = events.map(({ eventType }) => eventType.replace('EVENT_TYPE_', ''))
    expect(types.at(-1)).to.equal('WORKFLOW_EXECUTION_COMPLETED')
    expect(types.filter((type) => type === 'ACTIVITY_TASK_FAILED')).to.have.length(1)
    expect(types.filter((type) => type === 'WORKFLOW_EXECUTION_SIGNALED')).to.have.length(2)
    await keepHistory('walk-retried-while-ending', { events })
  })

  it('continues anew where the Temporal workflow execution has ended', async () => {
    const { ref, dispatch, temporalWorkflowId, read } = await setUp()
    isBroken = true
    onFailed = async () => undefined
    await dispatch()
    await eventuallyEquals(() => workers.temporal.stateOf(temporalWorkflowId), 'failed')
    isBroken = false

    await retryExecution(ref)
    await dispatch()

    expect(await eventually(read, ({ status }) => status !== 'RUNNING')).to.include({ status: 'EXITED' })
    await eventuallyEquals(() => workers.temporal.stateOf(temporalWorkflowId), 'completed')
  })
})
