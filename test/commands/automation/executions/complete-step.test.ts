import { expect } from 'chai'
import { cancelExecution } from '../../../../commands/automation/executions/cancel-execution.js'
import { completeStep, type StepResult } from '../../../../commands/automation/executions/complete-step.js'
import { isOpen, openStep, openTemplateStep } from '../../../../commands/automation/executions/open-step.js'
import { MAX_STEP_RUNS } from '../../../../models/domain/workflow-graph.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import { Execution, Wait } from '../../../support/models.js'
import { failed } from '../../../../models/step-execution.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep, makeTransition } from '../../../support/graphs.js'
import { beginExecution, currentRef, outcomesOf } from '../../../support/walks.js'

const outcome = (branch: string | null, fields: Partial<StepResult> = {}): StepResult => {
  return { status: 'COMPLETED', branch, output: null, error: null, ...fields }
}

describe('completeStep', () => {
  useDatabase()

  const check = makeStep('CONDITION')
  const delay = makeStep('DELAY', { name: 'Pause', config: { amount: 1, unit: 'hours' } })
  const update = makeStep('UPDATE_CONTACT', { name: 'Mark' })
  const exit = makeStep('EXIT', { config: { reason: 'not pro' } })
  const steps = [check, delay, update, exit]
  const ofCheck = [makeTransition(check, delay, 'yes'), makeTransition(check, update, 'no')]
  const transitions = [...ofCheck, makeTransition(update, exit)]

  async function setUp(graph = { steps, transitions }) {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const workflow = await createWorkflow({ projectId, ...graph })
    const execution = await beginExecution(workflow, contact._id)
    const read = () => Execution.findById(execution._id).orFail().lean()
    return { projectId, workflow, execution, ref: currentRef(execution), read }
  }

  it('records the outcome, takes its branch and returns the next step', async () => {
    const { execution, ref, read } = await setUp()

    const next = await completeStep(ref, outcome('yes', { output: { result: true } }), { attempt: 3 })

    const after = await read()
    const place = { kind: 'DELAY', stepId: delay.id, sequence: 2, name: 'Pause' }
    expect(next).to.deep.equal({ ...place, wakeAtMs: after.wakeAt?.getTime(), lasts: '1 hour' })
    expect(after).to.include({ status: 'WAITING', currentStepId: delay.id, sequence: 2 })
    expect(after.stepStartedAt?.getTime()).to.be.at.least(execution.stepStartedAt?.getTime() ?? Infinity)
    const [recorded] = await outcomesOf(execution._id)
    const kept = { stepId: check.id, sequence: 1, branch: 'yes', output: { result: true }, attempts: 3 }
    expect(recorded).to.deep.include(kept)
  })

  it('keeps the first of two outcomes and advances once', async () => {
    const { execution, ref, read } = await setUp()
    const first = await completeStep(ref, outcome('yes'))
    const second = await completeStep(ref, failed('late'))
    expect(second).to.deep.equal(first)
    expect(await read()).to.include({ sequence: 2, currentStepId: delay.id })
    const recorded = await outcomesOf(execution._id)
    expect(recorded.map(({ status, branch }) => [status, branch])).to.deep.equal([['COMPLETED', 'yes']])
  })

  it('follows one of many simultaneous outcomes, and returns the same to all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { execution, ref, read } = await setUp()
      const branches = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'yes' : 'no'))
      const nextSteps = await Promise.all(branches.map((branch) => completeStep(ref, outcome(branch))))
      const [recorded, ...others] = await outcomesOf(execution._id)
      expect(others).to.deep.equal([])
      expect(new Set(nextSteps.map((nextStep) => JSON.stringify(nextStep))).size).to.equal(1)
      expect(await read()).to.include({ sequence: 2, currentStepId: recorded?.branch === 'yes' ? delay.id : update.id })
    }
  })

  it('merges the output of the step into the context, by literal key', async () => {
    const { ref, read } = await setUp()
    await completeStep(ref, outcome('no', { context: { 'a.b': 1, $c: { 'd.e': 2 } } }))
    const second = currentRef(await read())
    await completeStep(second, outcome(null, { context: { 'a.b': 3, f: 4 } }))
    expect(unescapeData((await read()).context)).to.deep.equal({ 'a.b': 3, $c: { 'd.e': 2 }, f: 4 })
  })

  it('ends COMPLETED when the outcome leads nowhere', async () => {
    const { ref, read } = await setUp()
    await completeStep(ref, outcome('yes'))
    const next = await completeStep(currentRef(await read()), outcome(null))
    expect(next).to.deep.equal({ kind: 'END', status: 'COMPLETED' })
    const after = await read()
    expect(after).to.include({ status: 'COMPLETED', currentStepId: null, wakeAt: null, exitReason: null })
    expect(after).not.to.have.property('activeKey')
  })

  it('ends EXITED with the reason of an EXIT, which is recorded with the step before it', async () => {
    const { ref, read } = await setUp()
    await completeStep(ref, outcome('no'))
    const next = await completeStep(currentRef(await read()), outcome(null))
    expect(next).to.deep.equal({ kind: 'END', status: 'EXITED', name: 'EXIT' })
    const after = await read()
    expect(after).to.include({ status: 'EXITED', exitReason: 'not pro', currentStepId: null, sequence: 3 })
    const walked = [`${check.id} 1 COMPLETED`, `${update.id} 2 COMPLETED`, `${exit.id} 3 COMPLETED`]
    expect(after.steps.map(({ stepId, sequence, status }) => `${stepId} ${sequence} ${status}`)).to.deep.equal(walked)
  })

  it('records the end of a delay together with the condition after it, once, and not after a cancellation', async () => {
    const { id: projectId } = await createProject()
    const { _id: contactId } = await createContact({ projectId })
    const ways = [makeTransition(delay, check), makeTransition(check, update, 'yes')]
    const graph = { steps: [delay, check, update], transitions: ways }
    const workflow = await createWorkflow({ projectId, ...graph, allowReentry: true })
    const begin = async () => {
      const execution = await beginExecution(workflow, contactId)
      const ref = { ...currentRef(execution), stepId: check.id, sequence: 2, endsDelay: true }
      return { ref, read: () => Execution.findById(execution._id).orFail().lean() }
    }
    const { ref, read } = await begin()
    const opens = await Promise.all([openStep(ref), openStep(ref)])
    const nexts = await Promise.all(
      opens.map((open, index) => {
        if (!isOpen(open)) throw new Error('The step is not open')
        return completeStep(ref, outcome(index === 0 ? 'yes' : 'no'), { open })
      }),
    )
    const after = await read()
    const walked = after.steps.map(({ stepId, sequence }) => `${stepId} ${sequence}`)
    expect(walked).to.deep.equal([`${delay.id} 1`, `${check.id} 2`])
    const isYes = after.steps[1]?.branch === 'yes'
    expect(after).to.include(isYes ? { currentStepId: update.id, sequence: 3 } : { status: 'COMPLETED', sequence: 2 })
    expect(new Set(nexts.map((next) => next.kind))).to.deep.equal(new Set([isYes ? 'UPDATE_CONTACT' : 'END']))

    if (isYes) await cancelExecution({ projectId, workflowId: workflow._id, executionId: after._id })
    const cancelled = await begin()
    await cancelExecution({ projectId, workflowId: workflow._id, executionId: cancelled.ref.executionId })
    expect(await openStep(cancelled.ref)).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect((await cancelled.read()).steps).to.deep.equal([])
  })

  it('keeps the latest fifty outcomes in the execution and the others in rows of their own, in order', async () => {
    const loop = { steps: [delay, update], transitions: [makeTransition(delay, update), makeTransition(update, delay)] }
    const { execution, read } = await setUp(loop)
    const STEP_RUNS = 120
    for (let stepRun = 1; stepRun <= STEP_RUNS; stepRun += 1) {
      await completeStep(currentRef(await read()), outcome(null, { output: { stepRun } }))
      expect((await read()).steps.length).to.be.at.most(50)
    }
    const walked = await outcomesOf(execution._id)
    const all = Array.from({ length: STEP_RUNS }, (_, index) => [index + 1, index + 1])
    expect(walked.map(({ sequence, output }) => [sequence, output?.['stepRun']])).to.deep.equal(all)
    const open = await openTemplateStep(currentRef(await read()))
    if (!isOpen(open)) throw new Error('The step is not open')
    expect(open.outputs.map(({ output }) => output)).to.deep.equal([{ stepRun: 119 }, { stepRun: 120 }])
  })

  it('ends FAILED with the reason at its step, and closes its waits, while other steps fail at the same time', async () => {
    const { projectId, workflow, execution, ref, read } = await setUp()
    const loses = currentRef(await beginExecution(workflow, (await createContact({ projectId }))._id))
    const wait = { _id: newId(), projectId, executionId: execution._id, sequence: 9, contactId: execution.contactId }
    await Wait.create({ ...wait, stepId: check.id, eventName: 'upgraded', since: new Date(), usedEventIds: [] })
    const lose = async () => {
      for (let round = 0; round < 10; round += 1) await completeStep(loses, outcome('yes'))
    }
    await lose()

    const losing = Array.from({ length: 6 }, lose)
    expect(await completeStep(ref, failed('rejected'))).to.deep.equal({ kind: 'END', status: 'FAILED' })
    await Promise.all(losing)

    expect(await read()).to.include({ status: 'FAILED', exitReason: 'rejected', currentStepId: check.id })
    expect(await Wait.findById(wait._id).orFail().lean()).to.include({ state: 'closed' })
  })

  it('changes nothing once the execution is cancelled, or for another project', async () => {
    const { projectId, workflow, execution, ref, read } = await setUp()
    const foreign = { ...ref, projectId: (await createProject()).id }
    const failure = await completeStep(foreign, outcome('yes')).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'RESOURCE_NOT_FOUND' })
    await cancelExecution({ projectId, workflowId: workflow._id, executionId: execution._id })
    expect(await openStep(ref)).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await completeStep(ref, outcome('yes'))).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await read()).to.include({ status: 'CANCELLED', sequence: 1, currentStepId: check.id })
  })

  it('answers a step that is over with the current step of the execution', async () => {
    const { ref, read } = await setUp()
    await completeStep(ref, outcome('no'))
    expect(await openStep(ref)).to.deep.include({ kind: 'UPDATE_CONTACT', stepId: update.id, sequence: 2 })
    expect(isOpen(await openStep(currentRef(await read())))).to.equal(true)
  })

  it('ends an execution of too many steps as failed', async () => {
    const { execution, ref, read } = await setUp()
    await Execution.updateOne({ _id: execution._id }, { $set: { sequence: MAX_STEP_RUNS } })
    const next = await completeStep({ ...ref, sequence: MAX_STEP_RUNS }, outcome('no'))
    expect(next).to.deep.equal({ kind: 'END', status: 'FAILED' })
    expect(await read()).to.include({ status: 'FAILED', exitReason: 'step_limit' })
  })
})
