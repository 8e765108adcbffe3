import { expect } from 'chai'
import type { Step, Transition } from '../../../models/domain/workflow-graph.js'
import { createTemplate, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { openWorkflow } from '../../support/workflows.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

interface ShownTransition {
  id: string
  fromStepId: string
  toStepId: string
  branch: string | null
}

describe('DELETE /workflows/:id/steps/:stepId', () => {
  const { project, client } = useProject()

  async function setUp(steps: Step[], transitions?: Transition[]) {
    const graph = { steps, ...(transitions ? { transitions } : {}) }
    const { workflow, read, removeStep } = await openWorkflow(client, {
      projectId: project.id,
      enabled: true,
      ...graph,
    })
    const [trigger] = workflow.steps as [Step]
    return {
      workflow,
      trigger,
      remove: ({ id }: { id: string }, query = '') => removeStep(id, query),
      read,
      ways: async (): Promise<(string | null)[][]> => {
        const { transitions } = (await read()) as { transitions: ShownTransition[] }
        return transitions.map(({ fromStepId, toStepId, branch }) => [fromStepId, toStepId, branch])
      },
    }
  }
  const three = () => [makeStep('UPDATE_CONTACT'), makeStep('DELAY'), makeStep('EXIT')] as const

  it('takes the step with its transitions, and leaves what stood behind it unconnected', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, read, ways } = await setUp([first, pause, exit])

    const res = await remove(pause)

    expect(res).to.include({ status: 204, body: '' })
    expect(await ways()).to.deep.equal([[trigger.id, first.id, null]])
    const { steps, version } = await read()
    expect(version).to.equal(2)
    expect(steps.map(({ id }: { id: string }) => id)).to.deep.equal([trigger.id, first.id, exit.id])
    expect((await remove(pause)).status).to.equal(404)
  })

  it('with splice leads what led to it to the one step behind it', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, ways, read } = await setUp([first, pause, exit])
    const before = (await read()).transitions[1]

    expect((await remove(pause, '?splice=true')).status).to.equal(204)

    expect(await ways()).to.deep.equal([
      [trigger.id, first.id, null],
      [first.id, exit.id, null],
    ])
    expect((await read()).transitions[1]).to.deep.equal({ ...before, toStepId: exit.id })
  })

  it('with splice keeps the branch of each transition it joins', async () => {
    const [check, pause, exit] = [makeStep('CONDITION'), makeStep('DELAY'), makeStep('EXIT')]
    const transitions = [
      makeTransition(check, pause, 'yes'),
      makeTransition(check, exit, 'no'),
      makeTransition(pause, exit),
    ]
    const { remove, ways, trigger } = await setUp([check, pause, exit], transitions)
    expect((await remove(pause, '?splice=true')).status).to.equal(204)
    expect(await ways()).to.have.deep.members([
      [trigger.id, check.id, null],
      [check.id, exit.id, 'no'],
      [check.id, exit.id, 'yes'],
    ])
  })

  it('without splice, and with splice=false, connects nothing', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, ways } = await setUp([first, pause, exit])
    expect((await remove(pause, '?splice=false')).status).to.equal(204)
    expect(await ways()).to.deep.equal([[trigger.id, first.id, null]])
  })

  it('refuses a splice where several steps follow, and changes nothing', async () => {
    const [check, pause, exit] = [makeStep('CONDITION'), makeStep('DELAY'), makeStep('EXIT')]
    const transitions = [makeTransition(check, pause, 'yes'), makeTransition(check, exit, 'no')]
    const { remove, read } = await setUp([check, pause, exit], transitions)
    const before = await read()
    const res = await remove(check, '?splice=true')
    expect(res.status).to.equal(400)
    expect(res.body.error).to.include({ code: 'BAD_REQUEST' })
    expect(res.body.error.errors[0]).to.include({ field: 'splice' })
    expect(await read()).to.deep.equal(before)
    expect((await remove(check)).status).to.equal(204)
  })

  it('refuses a splice that would close a loop without a pause, and changes nothing', async () => {
    const [one, check, pause] = [makeStep('UPDATE_CONTACT'), makeStep('CONDITION'), makeStep('DELAY')]
    const transitions = [makeTransition(one, check), makeTransition(check, pause, 'no'), makeTransition(pause, one)]
    const { remove, read } = await setUp([one, check, pause], transitions)
    const before = await read()
    const res = await remove(pause, '?splice=true')
    expect(res.status).to.equal(400)
    expect(res.body.error.message).to.contain('A loop must pass through a DELAY')
    expect(await read()).to.deep.equal(before)
  })

  it('refuses the TRIGGER, with splice too', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, read } = await setUp([first, pause, exit])
    for (const query of ['', '?splice=true']) {
      const res = await remove(trigger, query)
      expect(res).to.include({ status: 400, code: 'BAD_REQUEST' })
    }
    expect((await read()).version).to.equal(1)
  })

  it('refuses a splice that is neither true nor false', async () => {
    const [first, pause, exit] = three()
    const { remove } = await setUp([first, pause, exit])
    for (const value of ['1', 'yes', '']) {
      const res = await remove(pause, `?splice=${value}`)
      expect(res, value).to.deep.include({ status: 400, fields: ['splice'] })
    }
  })

  it('lets go of the template of the step', async () => {
    await setUp([])
    const template = await createTemplate({ projectId: project.id })
    const mail = makeStep('SEND_EMAIL', { templateId: template._id })
    const workflow = await createWorkflow({ projectId: project.id, steps: [mail] })
    expect((await client.delete(`/templates/${template._id}`)).status).to.equal(409)
    expect((await client.delete(`/workflows/${workflow._id}/steps/${mail.id}`)).status).to.equal(204)
    expect((await client.delete(`/templates/${template._id}`)).status).to.equal(204)
  })

  it('is done by one of ten requests at once', async () => {
    const [first, pause, exit] = three()
    const { remove, read } = await setUp([first, pause, exit])
    const results = await Promise.all(Array.from({ length: 10 }, () => remove(pause, '?splice=true')))
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([204, ...Array(9).fill(404)])
    expect((await read()).version).to.equal(2)
  })

  it('never leaves a transition to a step that is deleted while it is added', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [makeStep('UPDATE_CONTACT'), makeStep('EXIT')]
      const { workflow, remove, read } = await setUp([one, two], [])
      const link = { fromStepId: one.id, toStepId: two.id }
      const [added, removed] = await Promise.all([
        client.post(`/workflows/${workflow._id}/transitions`, link),
        remove(two),
      ])
      expect(removed.status).to.equal(204)
      expect(added.status).to.be.oneOf([201, 404])
      const { transitions } = await read()
      expect(transitions.filter(({ toStepId }: ShownTransition) => toStepId === two.id)).to.deep.equal([])
    }
  })

  it('answers 404 for a step of another workflow', async () => {
    const { remove } = await setUp([...three()])
    const { steps } = await createWorkflow({ projectId: project.id, steps: [makeStep('EXIT')] })
    const id = steps[1]?.id ?? ''
    const res = await remove({ id }, '?splice=true')
    expect(res).to.deep.include({ status: 404, details: { resource: 'step', id } })
  })
})
