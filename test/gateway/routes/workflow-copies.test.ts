import { expect } from 'chai'
import { Workflow, WorkflowVersion } from '../../support/models.js'
import { createTemplate, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

describe('POST /workflows/:id/duplicate', () => {
  const { project, client } = useProject()

  async function setUp(name?: string) {
    const template = await createTemplate({ projectId: project.id })
    const mail = makeStep('SEND_EMAIL', { templateId: template._id, config: { templateId: template._id } })
    const check = makeStep('CONDITION', { config: { field: 'data.a', operator: 'exists' }, position: { x: 3, y: 4 } })
    const exit = makeStep('EXIT', { config: { reason: 'done' } })
    const workflow = await createWorkflow({
      projectId: project.id,
      description: 'For newcomers',
      allowReentry: true,
      steps: [check, mail, exit],
      transitions: [makeTransition(check, mail, 'yes', 2), makeTransition(check, exit, 'no')],
      version: 7,
      ...(name === undefined ? {} : { name }),
    })
    const duplicate = () => client.post(`/workflows/${workflow._id}/duplicate`)
    return { template, workflow, duplicate }
  }

  it('copies everything under new ids, disabled, as a first version', async () => {
    const { workflow, duplicate } = await setUp()
    const source = (await client.get(`/workflows/${workflow._id}`)).body

    const res = await duplicate()

    expect(res.status).to.equal(201)
    const copy = res.body
    expect((await client.get(`/workflows/${copy.id}`)).body).to.deep.equal(copy)
    const { description, triggerType, triggerConfig, allowReentry, projectId } = source
    expect(copy).to.deep.include({ description, triggerType, triggerConfig, allowReentry, projectId })
    expect(copy).to.include({ name: `${workflow.name} (Copy)`, enabled: false, version: 1 })

    // With the new ids in the place of the old ones, the graph is the same.
    const ids = new Map<string, string>([[source.id, copy.id]])
    for (const kind of ['steps', 'transitions'] as const) {
      for (const [index, { id }] of source[kind].entries()) ids.set(id, copy[kind][index].id)
    }
    expect(new Set(ids.values()).size).to.equal(ids.size)
    for (const [old, fresh] of ids) expect(fresh).not.to.equal(old)
    const graphOf = ({ steps, transitions }: Record<string, object[]>): string =>
      JSON.stringify([steps, transitions], (key, value: unknown) => (/^(created|updated)At$/.test(key) ? null : value))
    const renamed = [...ids].reduce((text, [old, fresh]) => text.replaceAll(old, fresh), graphOf(source))
    expect(graphOf(copy)).to.equal(renamed)

    expect(await WorkflowVersion.find({ workflowId: copy.id }, { _id: 0, version: 1, name: 1 }).lean()).to.deep.equal([
      { version: 1, name: copy.name },
    ])
    expect((await client.get(`/workflows/${workflow._id}`)).body).to.deep.equal(source)
  })

  it('makes a copy that can be edited independently', async () => {
    const { workflow, duplicate } = await setUp()
    const copy = (await duplicate()).body
    const before = (await client.get(`/workflows/${workflow._id}`)).body
    expect((await client.delete(`/workflows/${copy.id}/steps/${copy.steps[3].id}`)).status).to.equal(204)
    expect((await client.patch(`/workflows/${copy.id}`, { enabled: true })).status).to.equal(200)
    expect((await client.get(`/workflows/${workflow._id}`)).body).to.deep.equal(before)
  })

  it('keeps the name within its limit', async () => {
    const { duplicate } = await setUp(`${'x'.repeat(247)}🙂${'y'.repeat(6)}`)
    const { body } = await duplicate()
    expect(body.name).to.equal(`${'x'.repeat(247)} (Copy)`)
    expect((await client.patch(`/workflows/${body.id}`, { name: body.name })).status).to.equal(200)
  })

  it('keeps the template of its step from being deleted', async () => {
    const { template, workflow, duplicate } = await setUp()
    const copy = (await duplicate()).body
    expect((await client.delete(`/workflows/${workflow._id}`)).status).to.equal(204)
    const res = await client.delete(`/templates/${template._id}`)
    expect(res.status).to.equal(409)
    expect(res.body.error.details.workflows).to.deep.equal([{ id: copy.id, name: copy.name }])
  })

  it('never refers to a template that is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { template, workflow, duplicate } = await setUp()
      const [copied] = await Promise.all([
        duplicate(),
        client
          .delete(`/workflows/${workflow._id}/steps/${workflow.steps[2]?.id}`)
          .then(() => client.delete(`/templates/${template._id}`)),
      ])
      expect(copied.status).to.equal(201)
      const isReferred = (await Workflow.countDocuments({ 'steps.templateId': template._id })) > 0
      expect((await client.get(`/templates/${template._id}`)).status).to.equal(isReferred ? 200 : 404)
    }
  })
})
