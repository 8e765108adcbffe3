import { expect } from 'chai'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { Execution, WorkflowVersion } from '../../support/models.js'
import { createContact, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { currentRef } from '../../support/walks.js'

const ONE_DAY = { amount: 1, unit: 'days' }

describe('GET /workflows/:id?version=', () => {
  const { project, client } = useProject()

  it('shows the name and the graph of an older version, and everything else as it is now', async () => {
    const pause = makeStep('DELAY', { name: 'Pause', config: ONE_DAY })
    const workflow = await createWorkflow({ projectId: project.id, name: 'First', steps: [pause, makeStep('EXIT')] })
    const path = `/workflows/${workflow._id}`
    const first = (await client.get(path)).body
    await client.patch(path, { name: 'Second', description: 'later', allowReentry: true })
    await client.patch(`${path}/steps/${pause.id}`, { name: 'Longer' })
    await client.delete(`${path}/steps/${pause.id}?splice=true`)
    const now = (await client.get(path)).body
    const { steps, transitions } = first

    expect(now).to.include({ version: 4, name: 'Second' })
    const at = async (version: number) => (await client.get(`${path}?version=${version}`)).body
    expect(await at(1)).to.deep.equal({ ...now, version: 1, name: 'First', steps, transitions })
    expect(await at(2)).to.deep.equal({ ...now, version: 2, steps, transitions })
    expect((await at(3)).steps[1]).to.include({ name: 'Longer' })
    expect(await at(4)).to.deep.equal(now)
  })

  it('answers 404 for an unknown version, and 400 for an invalid one', async () => {
    const { _id: id } = await createWorkflow({ projectId: project.id })
    const res = await client.get(`/workflows/${id}?version=2`)
    expect(res.status).to.equal(404)
    const details = { resource: 'workflow', id, version: 2 }
    expect(res.body.error).to.deep.include({ code: 'WORKFLOW_NOT_FOUND', details })
    for (const version of ['0', '-1', '1.5', 'x', '', '1e400']) {
      const refused = await client.get(`/workflows/${id}?version=${version}`)
      expect(refused, version).to.deep.include({ status: 400, fields: ['version'] })
    }
  })
})

describe('editing a workflow while executions run', () => {
  const { project, client } = useProject()

  async function setUp() {
    const contact = await createContact({ projectId: project.id })
    const pause = makeStep('DELAY', { name: 'Pause', config: ONE_DAY })
    const exit = makeStep('EXIT', { name: 'End', config: { reason: 'as it was' } })
    const workflow = await createWorkflow({ projectId: project.id, steps: [pause, exit] })
    const path = `/workflows/${workflow._id}`
    const started = await client.post(`${path}/executions`, { contactId: contact._id })
    return { workflow, path, pause, exit, executionId: started.body.id as string }
  }

  /** Every kind of edit there is, one after the other. */
  async function editAll({ path, pause, exit, workflow }: Awaited<ReturnType<typeof setUp>>) {
    const answers = [
      await client.patch(path, { name: 'Renamed' }),
      await client.patch(`${path}/steps/${exit.id}`, { name: 'Other end', config: { reason: 'changed' } }),
      await client.patch(`${path}/steps/${pause.id}`, { position: { x: 9, y: 9 } }),
      await client.post(`${path}/steps`, { type: 'EXIT', name: 'Another', config: {} }),
      await client.delete(`${path}/transitions/${workflow.transitions[1]?.id}`),
      await client.post(`${path}/transitions`, { fromStepId: pause.id, toStepId: exit.id }),
      await client.delete(`${path}/steps/${pause.id}?splice=true`),
      await client.delete(`${path}/steps/${exit.id}`),
      await client.patch(path, { enabled: false }),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 201, 204, 201, 204, 204, 200])
  }

  it('changes no stored version, and makes a new one for every change that executions notice', async () => {
    const set = await setUp()
    const versions = () => WorkflowVersion.find({ workflowId: set.workflow._id }).sort({ version: 1 }).lean()
    const [first] = await versions()
    await editAll(set)
    const all = await versions()
    expect(all.map(({ version }) => version)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8])
    expect(all[0]).to.deep.equal(first)
    const seen = all.map(({ steps }) => steps.map(({ name }) => name).slice(1))
    expect(seen).to.deep.equal([
      ['Pause', 'End'],
      ['Pause', 'End'],
      ['Pause', 'Other end'],
      ['Pause', 'Other end', 'Another'],
      ['Pause', 'Other end', 'Another'],
      ['Pause', 'Other end', 'Another'],
      ['Other end', 'Another'],
      ['Another'],
    ])
  })

  it('lets an execution finish in the graph that it began with', async () => {
    const set = await setUp()
    const { path, pause, exit, executionId } = set
    await editAll(set)

    const shown = (await client.get(`${path}/executions/${executionId}`)).body
    expect(shown).to.deep.include({
      workflowVersion: 1,
      status: 'WAITING',
      currentStep: { id: pause.id, name: 'Pause', type: 'DELAY' },
    })
    const completed = { status: 'COMPLETED', branch: null, output: null, error: null } as const
    for (let step = 0; step < 2; step += 1) {
      const execution = await Execution.findOne({ _id: executionId, projectId: project.id }).orFail().lean()
      await completeStep(currentRef(execution), completed)
    }
    const ended = (await client.get(`${path}/executions/${executionId}`)).body
    expect(ended).to.include({ status: 'EXITED', exitReason: 'as it was', workflowVersion: 1 })
    expect(ended.stepExecutions.map(({ step }: { step: unknown }) => step)).to.deep.equal([
      { id: pause.id, name: 'Pause', type: 'DELAY' },
      { id: exit.id, name: 'End', type: 'EXIT' },
    ])
  })
})
