import { expect } from 'chai'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import type { CountedStep } from '../../../commands/automation/executions/read-step-counts.js'
import { foldingDone } from '../../../commands/automation/executions/fold-counts.js'
import { startExecutions } from '../../../commands/automation/executions/start-executions.js'
import { Execution, StepCount } from '../../support/models.js'
import { awayFromMidnight } from '../../support/away-from-midnight.js'
import { createContacts, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { useProject } from '../../support/project.js'
import { currentRef, outcomesOf } from '../../support/walks.js'

const MANY = 100

describe('GET /workflows/:id/step-counts', () => {
  const { project, client } = useProject()
  awayFromMidnight()

  const check = makeStep('CONDITION')
  const pause = makeStep('DELAY', { config: { amount: 1, unit: 'hours' } })
  const mark = makeStep('UPDATE_CONTACT')
  const exit = makeStep('EXIT')
  const ofCheck = [makeTransition(check, pause, 'yes'), makeTransition(check, mark, 'no')]
  const graph = { steps: [check, pause, mark, exit], transitions: [...ofCheck, makeTransition(mark, exit)] }

  const create = () => createWorkflow({ projectId: project.id, ...graph })

  async function start(workflow: Awaited<ReturnType<typeof create>>, count: number) {
    const contacts = await createContacts(count, { projectId: project.id })
    const starts = contacts.map(({ _id: contactId }) => ({ contactId, context: {}, sourceEventId: null, depth: 0 }))
    return startExecutions(workflow, starts)
  }

  async function countsOf(id: string, query = ''): Promise<Record<string, Omit<CountedStep, 'stepId'>>> {
    const { status, body } = await client.get(`/workflows/${id}/step-counts${query}`)
    expect(status).to.equal(200)
    return Object.fromEntries(body.steps.map(({ stepId, ...counts }: CountedStep) => [stepId, counts]))
  }

  const of = (fields: Partial<CountedStep>) => ({
    waiting: 0,
    entered: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
    ...fields,
  })

  it('is exact for many executions that run at the same time, before and after the counters are added up', async () => {
    const workflow = await create()
    const executions = await start(workflow, MANY)
    const steps = (index: number) => ({
      status: index % 10 === 9 ? ('FAILED' as const) : ('COMPLETED' as const),
      branch: index % 2 === 0 ? 'yes' : 'no',
      output: null,
      error: index % 10 === 9 ? 'wrong' : null,
    })
    // Every outcome is recorded twice, as by two attempts of an activity.
    await Promise.all(
      executions.flatMap((execution, index) => [0, 1].map(() => completeStep(currentRef(execution), steps(index)))),
    )
    const marked = await Execution.find({ workflowId: workflow._id, currentStepId: mark.id }).lean()
    const skipped = { status: 'SKIPPED', branch: null, output: null, error: null } as const
    await Promise.all(marked.map((execution) => completeStep(currentRef(execution), skipped)))

    const expected = {
      [check.id]: of({ entered: MANY, completed: 0.9 * MANY, failed: 0.1 * MANY }),
      [pause.id]: of({ waiting: 0.5 * MANY, entered: 0.5 * MANY }),
      [mark.id]: of({ entered: 0.4 * MANY, skipped: 0.4 * MANY }),
      [exit.id]: of({ entered: 0.4 * MANY, completed: 0.4 * MANY }),
    }
    expect(await countsOf(workflow._id)).to.deep.include(expected)
    await foldingDone()
    expect(await countsOf(workflow._id)).to.deep.include(expected)
    const waiting = await client.get(`/workflows/${workflow._id}/step-execution-counts`)
    expect(waiting.body).to.deep.equal({ [pause.id]: 0.5 * MANY })
    expect(await StepCount.countDocuments({ workflowId: workflow._id })).to.equal(1)
  })

  it('counts a retry as entered again, and executions that pass the TRIGGER', async () => {
    const workflow = await create()
    const [execution] = await start(workflow, 1)
    if (!execution) expect.fail('The execution was refused')
    await completeStep(currentRef(execution), { status: 'FAILED', branch: null, output: null, error: 'wrong' })
    const retried = await client.post(`/workflows/${workflow._id}/executions/${execution._id}/retry`)
    expect(retried.status).to.equal(200)

    const counts = await countsOf(workflow._id)
    expect(counts[check.id]).to.deep.equal(of({ waiting: 1, entered: 2, failed: 1 }))
    const trigger = workflow.steps.find(({ type }) => type === 'TRIGGER')
    expect(counts[trigger?.id ?? '']).to.deep.equal(of({ entered: 1, completed: 1 }))
    expect(await outcomesOf(execution._id)).to.have.length(1)
  })

  it('does not count a cancelled execution as waiting', async () => {
    const workflow = await create()
    await start(workflow, 2)
    await client.post(`/workflows/${workflow._id}/executions/cancel-all`)
    expect((await countsOf(workflow._id))[check.id]).to.deep.equal(of({ entered: 2 }))
    expect((await client.get(`/workflows/${workflow._id}/step-execution-counts`)).body).to.deep.equal({})
  })

  it('omits earlier days than requested, and refuses other than 1 to 90', async () => {
    const workflow = await create()
    await start(workflow, 1)
    await foldingDone()
    const { day } = await StepCount.findOne({ workflowId: workflow._id }).orFail().lean()
    await StepCount.updateOne({ workflowId: workflow._id }, { $set: { day: new Date(day.getTime() - 2 * 86_400_000) } })
    expect((await countsOf(workflow._id, '?days=2'))[check.id]).to.deep.equal(of({ waiting: 1 }))
    expect((await countsOf(workflow._id, '?days=3'))[check.id]).to.deep.equal(of({ waiting: 1, entered: 1 }))
    for (const days of ['0', '91', '1.5', 'x']) {
      const refused = await client.get(`/workflows/${workflow._id}/step-counts?days=${days}`)
      expect(refused, days).to.deep.include({ status: 400, fields: ['days'] })
    }
  })
})
