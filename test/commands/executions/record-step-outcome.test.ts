import { expect } from 'chai'
import { cancelExecution } from '../../../commands/executions/cancel-execution.js'
import {
  isOpen,
  openStep,
  recordStepOutcome,
  type StepResult,
} from '../../../commands/executions/record-step-outcome.js'
import { MAX_STEPS_WALKED } from '../../../models/domain/workflow-graph.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Execution } from '../../../models/execution.js'
import { StepExecution } from '../../../models/step-execution.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { beginExecution, currentRef } from '../../support/walks.js'

const outcome = (branch: string | null, fields: Partial<StepResult> = {}): StepResult => ({
  status: 'COMPLETED',
  branch,
  output: null,
  error: null,
  ...fields,
})

describe('recordStepOutcome', () => {
  useDatabase()

  const check = makeStep('CONDITION')
  const delay = makeStep('DELAY', { name: 'Pause', config: { amount: 1, unit: 'hours' } })
  const update = makeStep('UPDATE_CONTACT', { name: 'Mark' })
  const exit = makeStep('EXIT', { config: { reason: 'not pro' } })
  const steps = [check, delay, update, exit]
  const transitions = [
    makeTransition(check, delay, 'yes'),
    makeTransition(check, update, 'no'),
    makeTransition(update, exit),
  ]

  async function setUp() {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const workflow = await createWorkflow({ projectId, steps, transitions })
    const execution = await beginExecution(workflow, contact._id)
    const read = () => Execution.findById(execution._id).orFail().lean()
    return { projectId, workflow, execution, ref: currentRef(execution), read }
  }

  it('records the outcome, takes its branch and says what is next', async () => {
    const { execution, ref, read } = await setUp()

    const next = await recordStepOutcome(ref, outcome('yes', { output: { result: true } }), { attempt: 3 })

    const after = await read()
    expect(next).to.deep.equal({
      kind: 'DELAY',
      stepId: delay.id,
      sequence: 2,
      name: 'Pause',
      wakeAtMs: after.wakeAt?.getTime(),
      lasts: '1 hour',
    })
    expect(after).to.include({ status: 'WAITING', currentStepId: delay.id, sequence: 2 })
    expect(after.stepStartedAt?.getTime()).to.be.at.least(execution.stepStartedAt?.getTime() ?? Infinity)
    const [recorded] = await StepExecution.find({ executionId: execution._id }).lean()
    expect(recorded).to.deep.include({
      stepId: check.id,
      sequence: 1,
      branch: 'yes',
      output: { result: true },
      attempts: 3,
    })
  })

  it('keeps the first of two outcomes and moves once', async () => {
    const { execution, ref, read } = await setUp()
    const first = await recordStepOutcome(ref, outcome('yes'))
    const second = await recordStepOutcome(ref, { status: 'FAILED', branch: null, output: null, error: 'late' })
    expect(second).to.deep.equal(first)
    expect(await read()).to.include({ sequence: 2, currentStepId: delay.id })
    const recorded = await StepExecution.find({ executionId: execution._id }).lean()
    expect(recorded.map(({ status, branch }) => [status, branch])).to.deep.equal([['COMPLETED', 'yes']])
  })

  it('follows one of many outcomes at once, and tells them all the same', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { execution, ref, read } = await setUp()
      const branches = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'yes' : 'no'))
      const directives = await Promise.all(branches.map((branch) => recordStepOutcome(ref, outcome(branch))))
      const [recorded, ...others] = await StepExecution.find({ executionId: execution._id }).lean()
      expect(others).to.deep.equal([])
      expect(new Set(directives.map((directive) => JSON.stringify(directive))).size).to.equal(1)
      expect(await read()).to.include({ sequence: 2, currentStepId: recorded?.branch === 'yes' ? delay.id : update.id })
    }
  })

  it('takes a recorded outcome over when the move after it was lost', async () => {
    const { projectId, execution, ref, read } = await setUp()
    const place = { projectId, executionId: execution._id, stepId: check.id, sequence: 1 }
    await StepExecution.create({ ...place, status: 'COMPLETED', branch: 'no', completedAt: new Date() })
    const found = await openStep(ref)
    expect(isOpen(found)).to.equal(true)
    await recordStepOutcome(ref, outcome('yes'))
    expect(await read()).to.include({ sequence: 2, currentStepId: update.id })
  })

  it('joins what the step adds to the context over what is there, by literal key', async () => {
    const { ref, read } = await setUp()
    await recordStepOutcome(ref, outcome('no', { context: { 'a.b': 1, $c: { 'd.e': 2 } } }))
    const second = currentRef(await read())
    await recordStepOutcome(second, outcome(null, { context: { 'a.b': 3, f: 4 } }))
    expect(unescapeData((await read()).context)).to.deep.equal({ 'a.b': 3, $c: { 'd.e': 2 }, f: 4 })
  })

  it('ends COMPLETED where the outcome leads nowhere', async () => {
    const { ref, read } = await setUp()
    await recordStepOutcome(ref, outcome('yes'))
    const next = await recordStepOutcome(currentRef(await read()), outcome(null))
    expect(next).to.deep.equal({ kind: 'END', status: 'COMPLETED' })
    const after = await read()
    expect(after).to.include({ status: 'COMPLETED', currentStepId: null, wakeAt: null, exitReason: null })
    expect(after).not.to.have.property('activeKey')
  })

  it('ends EXITED with the reason of an EXIT', async () => {
    const { ref, read } = await setUp()
    await recordStepOutcome(ref, outcome('no'))
    await recordStepOutcome(currentRef(await read()), outcome(null))
    const next = await recordStepOutcome(currentRef(await read()), outcome(null))
    expect(next).to.deep.equal({ kind: 'END', status: 'EXITED' })
    expect(await read()).to.include({ status: 'EXITED', exitReason: 'not pro' })
  })

  it('finishes a move that broke off by what was recorded, whoever comes next', async () => {
    const { projectId, ref, read } = await setUp()
    await recordStepOutcome(ref, outcome('no'))
    const after = await read()
    const broken = currentRef(after)
    // The outcome of the step is stored, and the process ended before the execution moved on.
    await StepExecution.create({
      ...outcome(null, { context: { plan: 'pro' } }),
      projectId,
      executionId: after._id,
      stepId: broken.stepId,
      sequence: broken.sequence,
      completedAt: new Date(),
    })

    const next = await recordStepOutcome(broken, { status: 'FAILED', branch: null, output: null, error: 'gave up' })

    expect(next).to.include({ kind: 'EXIT', sequence: 3 })
    expect(unescapeData((await read()).context)).to.deep.equal({ plan: 'pro' })
  })

  it('ends FAILED with the reason, at the step that failed', async () => {
    const { ref, read } = await setUp()
    const next = await recordStepOutcome(ref, { status: 'FAILED', branch: null, output: null, error: 'rejected' })
    expect(next).to.deep.equal({ kind: 'END', status: 'FAILED' })
    expect(await read()).to.include({ status: 'FAILED', exitReason: 'rejected', currentStepId: check.id })
  })

  it('moves nothing once the execution is cancelled', async () => {
    const { projectId, workflow, execution, ref, read } = await setUp()
    await cancelExecution({ projectId, workflowId: workflow._id, executionId: execution._id })
    expect(await openStep(ref)).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await recordStepOutcome(ref, outcome('yes'))).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await read()).to.include({ status: 'CANCELLED', sequence: 1, currentStepId: check.id })
  })

  it('answers a step that was left behind with where the execution is', async () => {
    const { ref, read } = await setUp()
    await recordStepOutcome(ref, outcome('no'))
    expect(await openStep(ref)).to.deep.include({ kind: 'UPDATE_CONTACT', stepId: update.id, sequence: 2 })
    expect(isOpen(await openStep(currentRef(await read())))).to.equal(true)
  })

  it('ends a walk of too many steps as failed', async () => {
    const { execution, ref, read } = await setUp()
    await Execution.updateOne({ _id: execution._id }, { $set: { sequence: MAX_STEPS_WALKED } })
    const next = await recordStepOutcome({ ...ref, sequence: MAX_STEPS_WALKED }, outcome('no'))
    expect(next).to.deep.equal({ kind: 'END', status: 'FAILED' })
    expect(await read()).to.include({ status: 'FAILED', exitReason: 'step_limit' })
  })

  it('knows no execution of another project', async () => {
    const { ref } = await setUp()
    const { id: projectId } = await createProject()
    const failure = await recordStepOutcome({ ...ref, projectId }, outcome('yes')).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'RESOURCE_NOT_FOUND' })
  })
})
