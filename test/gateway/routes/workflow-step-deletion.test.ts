import { expect } from 'chai'
import type { Step, Transition } from '../../../models/domain/workflow-graph.js'
import { useProject } from '../../support/project.js'
import { openWorkflow } from '../../support/workflows.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

interface ShownTransition {
  id: string
  fromStepId: string
  toStepId: string
  branch: string | null
}

const way = (from: { id: string }, to: { id: string }, branch: string | null = null) => `${from.id} ${to.id} ${branch}`

describe('DELETE /workflows/:id/steps/:stepId', () => {
  const { project, client } = useProject()

  async function setUp(steps: Step[], transitions?: Transition[]) {
    const graph = { steps, ...(transitions ? { transitions } : {}) }
    const fields = { projectId: project.id, enabled: true, ...graph }
    const { workflow, read, removeStep } = await openWorkflow(client, fields)
    const [trigger] = workflow.steps as [Step]
    const remove = ({ id }: { id: string }, query = '') => removeStep(id, query)
    const ways = async (): Promise<string[]> => {
      const { transitions } = (await read()) as { transitions: ShownTransition[] }
      return transitions.map(({ fromStepId, toStepId, branch }) => way({ id: fromStepId }, { id: toStepId }, branch))
    }
    return { workflow, trigger, remove, read, ways }
  }
  const three = () => [makeStep('UPDATE_CONTACT'), makeStep('DELAY'), makeStep('EXIT')] as const

  it('removes the step with its transitions, once, and leaves the following step unconnected', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, read, ways } = await setUp([first, pause, exit])

    const results = await Promise.all(Array.from({ length: 10 }, () => remove(pause)))

    expect(results.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([204, ...Array(9).fill(404)])
    expect(await ways()).to.deep.equal([way(trigger, first)])
    const { steps, version } = await read()
    expect(version).to.equal(2)
    expect(steps.map(({ id }: { id: string }) => id)).to.deep.equal([trigger.id, first.id, exit.id])
  })

  it('with splice connects the steps before it to the one after it', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, ways, read } = await setUp([first, pause, exit])
    const before = (await read()).transitions[1]
    for (const value of ['1', 'yes', '']) {
      const res = await remove(pause, `?splice=${value}`)
      expect(res, value).to.deep.include({ status: 400, fields: ['splice'] })
    }

    expect((await remove(pause, '?splice=true')).status).to.equal(204)

    expect(await ways()).to.deep.equal([way(trigger, first), way(first, exit)])
    expect((await read()).transitions[1]).to.deep.equal({ ...before, toStepId: exit.id })
    expect((await remove(first, '?splice=false')).status).to.equal(204)
    expect(await ways()).to.deep.equal([])
  })

  it('refuses a splice where several steps follow, and changes nothing', async () => {
    const [check, pause, exit] = [makeStep('CONDITION'), makeStep('DELAY'), makeStep('EXIT')]
    const transitions = [makeTransition(check, pause, 'yes'), makeTransition(check, exit, 'no')]
    const { remove, read } = await setUp([check, pause, exit], transitions)
    const before = await read()
    const res = await remove(check, '?splice=true')
    expect(res).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields: ['splice'] })
    expect(await read()).to.deep.equal(before)
    expect((await remove(check)).status).to.equal(204)
  })

  it('refuses to delete the TRIGGER, with splice too', async () => {
    const [first, pause, exit] = three()
    const { trigger, remove, read } = await setUp([first, pause, exit])
    for (const query of ['', '?splice=true']) {
      expect(await remove(trigger, query)).to.include({ status: 400, code: 'BAD_REQUEST' })
    }
    expect((await read()).version).to.equal(1)
  })

  it('never leaves a transition to a deleted step when one is added at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
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
})
