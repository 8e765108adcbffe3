import { expect } from 'chai'
import { cancelExecutions } from '../../commands/automation/executions/cancel-executions.js'
import { retryExecution } from '../../commands/automation/executions/retry-execution.js'
import { completeStep } from '../../commands/automation/executions/complete-step.js'
import { Execution, Workflow } from '../support/models.js'
import { Project } from '../../models/project.js'
import { dispatchExecution } from '../../outbox/dispatch.js'
import type { Temporal } from '../../outbox/temporal.js'
import { finishBegun } from '../commands/base/jobs/finish-begun.js'
import { useDatabase } from '../support/database.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { beginExecution, currentRef } from '../support/walks.js'
import { documentsOf, waitingOf, enqueued } from '../support/outbox.js'

describe('dispatching an execution', () => {
  useDatabase({ isEmptied: 'before each' })

  async function setUp() {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const workflow = await createWorkflow({ projectId, steps: [makeStep('CONDITION'), makeStep('EXIT')] })
    const { _id: executionId } = await beginExecution(workflow, contact._id)
    const ref = { projectId, workflowId: workflow._id, executionId }
    const calls: unknown[][] = []
    const note =
      (name: string) =>
      async (...args: unknown[]) =>
        void calls.push([name, ...args])
    const temporal = {
      start: note('start'),
      signalWithStart: note('signalWithStart'),
      cancel: note('cancel'),
    } as unknown as Temporal
    const read = () => Execution.findById(executionId).orFail().lean()
    const dispatch = () => dispatchExecution(temporal, { projectId, id: executionId })
    const fail = async () =>
      completeStep(currentRef(await read()), { status: 'FAILED', branch: null, output: null, error: 'broken' })
    return { ...ref, ref, id: `execution:${executionId}`, workflow, calls, read, dispatch, fail }
  }

  it('starts one that has begun', async () => {
    const { calls, id, dispatch, workflow } = await setUp()
    await dispatch()
    expect(calls).to.have.length(1)
    expect(calls[0]?.[0]).to.equal('start')
    expect(calls[0]?.[1]).to.deep.include({ id, type: 'walkExecution', emailWorkflowId: workflow._id })
  })

  it('tells one that was retried to continue, whether its Temporal workflow execution has ended yet or not', async () => {
    const { calls, id, ref, dispatch, fail, read } = await setUp()
    await fail()
    await retryExecution(ref)
    await dispatch()
    const [[name, start, signal, payload] = []] = calls
    const { currentStepId: stepId } = await read()
    const next = { kind: 'CONDITION', stepId, sequence: 1, retries: 1, name: 'CONDITION' }
    expect([name, signal]).to.deep.equal(['signalWithStart', 'executionRetried'])
    expect(payload).to.deep.equal({ next })
    const { projectId, executionId, workflowId } = ref
    expect(start).to.deep.include({ id, input: { projectId, executionId, versionId: `${workflowId}:1`, next } })
  })

  it('starts none that all were cancelled with, or whose project was disabled, and stops what runs of it', async () => {
    const marks: [exitReason: string, (ref: { projectId: string; workflowId: string }) => Promise<unknown>][] = [
      [
        'All executions cancelled',
        ({ workflowId }) =>
          Workflow.updateOne({ _id: workflowId }, { $set: { cancellations: { count: 1, at: new Date() } } }),
      ],
      ['Project disabled', ({ projectId }) => Project.updateOne({ _id: projectId }, { $set: { disabled: true } })],
    ]
    for (const [exitReason, mark] of marks) {
      const { calls, id, ref, dispatch, read } = await setUp()
      await mark(ref)
      await dispatch()
      expect(calls).to.deep.equal([['cancel', id]])
      expect(await read()).to.include({ status: 'CANCELLED', exitReason })
    }
  })

  it('stops each of those that were cancelled together', async () => {
    const { calls, id, ref, dispatch } = await setUp()
    const entries = await enqueued(() => cancelExecutions(ref).then(() => finishBegun(ref.projectId)))
    expect(documentsOf(entries.filter(({ kind }) => kind === 'execution'))).to.deep.equal([
      { kind: 'execution', projectId: ref.projectId, id: ref.executionId },
    ])
    expect(await waitingOf('execution', ref.projectId)).to.include(ref.executionId)
    await dispatch()
    expect(calls).to.deep.equal([['cancel', id]])
  })

  it('does nothing for one that failed', async () => {
    const { calls, dispatch, fail } = await setUp()
    await fail()
    await dispatch()
    expect(calls).to.deep.equal([])
  })
})
