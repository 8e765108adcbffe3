import { expect } from 'chai'
import { WorkflowVersion } from '../../support/models.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { createProject, createTemplate } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { openWorkflow } from '../../support/workflows.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

const TWO_DAYS = { amount: 2, unit: 'days' }

describe('PATCH /workflows/:id/steps/:stepId', () => {
  const { project, client } = useProject()

  async function setUp(step: Step, fields: Partial<WorkflowRecord> = {}) {
    const workflow = await openWorkflow(client, { projectId: project.id, steps: [step], ...fields })
    return { ...workflow, patch: (body: object, stepId = step.id) => workflow.changeStep(stepId, body) }
  }
  const delayStep = () => makeStep('DELAY', { name: 'Pause', config: TWO_DAYS, position: { x: 1, y: 2 } })

  it('changes what is sent and nothing else, in a new version', async () => {
    const step = delayStep()
    const { workflow, patch, read } = await setUp(step)

    const res = await patch({ name: ' Longer ', config: { amount: 3, unit: 'weeks', other: 1 }, autoConnect: true })

    expect(res.status).to.equal(200)
    expect(res.body).to.deep.include({
      id: step.id,
      workflowId: workflow._id,
      type: 'DELAY',
      name: 'Longer',
      config: { amount: 3, unit: 'weeks' },
      position: { x: 1, y: 2 },
      createdAt: step.createdAt.toISOString(),
    })
    expect(Date.parse(res.body.updatedAt)).to.be.above(step.updatedAt.getTime())
    const after = await read()
    expect(after.version).to.equal(2)
    expect(after.steps[1]).to.deep.equal(res.body)
    const old = await WorkflowVersion.findOne({ _id: `${workflow._id}:1` }).lean()
    expect(old?.steps[1]).to.deep.equal(step)
  })

  it('accepts a step as it was returned, and stores no version', async () => {
    const { read, patch, workflow } = await setUp(delayStep())
    const before = await read()
    for (const body of [before.steps[1], {}]) {
      expect(await patch(body)).to.deep.include({ status: 200, body: before.steps[1] })
    }
    expect((await patch(before.steps[0], workflow.steps[0]?.id)).body).to.deep.equal(before.steps[0])
    expect(await read()).to.deep.equal(before)
  })

  it('makes no version for a new position, which executions do not notice', async () => {
    const { path, patch, read } = await setUp(delayStep())
    expect((await patch({ position: { x: -7.5, y: 0 } })).body.position).to.deep.equal({ x: -7.5, y: 0 })
    expect(await read()).to.deep.include({ version: 1 })
    expect((await client.get(`${path}?version=1`)).body.steps[1].position).to.deep.equal({ x: -7.5, y: 0 })
    expect((await patch({ name: 'Other', position: { x: 1, y: 1 } })).status).to.equal(200)
    expect(await read()).to.deep.include({ version: 2 })
  })

  it('keeps all of twenty simultaneous changes, whether or not they make versions', async () => {
    const steps = Array.from({ length: 20 }, () => makeStep('EXIT'))
    const { patch, read } = await setUp(makeStep('EXIT'), { steps, transitions: [] })
    const results = await Promise.all(
      steps.map(({ id }, index) =>
        patch(index % 2 === 0 ? { position: { x: index, y: index } } : { config: { reason: `${index}` } }, id),
      ),
    )
    expect(results.map(({ status }) => status)).to.deep.equal(Array(20).fill(200))
    const after = await read()
    expect(after.version).to.equal(11)
    for (const [index, step] of after.steps.slice(1).entries()) {
      if (index % 2 === 0) expect(step.position).to.deep.equal({ x: index, y: index })
      else expect(step.config).to.deep.equal({ reason: `${index}` })
    }
  })

  it('checks the config by the type of the step, field by field, and stores nothing', async () => {
    const refused: [step: Step, config: object, faults: string[]][] = [
      [delayStep(), { amount: -1, unit: 'months' }, ['config.amount too_small', 'config.unit invalid_enum_value']],
      [makeStep('WAIT_FOR_EVENT'), { eventName: 'a', timeout: 0 }, ['config.timeout too_small']],
      [makeStep('CONDITION'), { field: 'projectId', operator: 'equals', value: 1 }, ['config.field custom']],
      [makeStep('UPDATE_CONTACT'), { updates: { a: '{{ broken' } }, ['config.updates.a liquid_syntax']],
      [makeStep('EXIT'), { reason: 5 }, ['config.reason invalid_type']],
      [makeStep('WEBHOOK'), { url: 'nowhere' }, ['config.url invalid_string']],
    ]
    for (const [step, config, faults] of refused) {
      const { patch, read } = await setUp(step)
      const before = await read()
      const res = await patch({ name: 'New', config })
      expect(res.status, step.type).to.equal(422)
      expect(res.faults, step.type).to.deep.equal(faults)
      expect(await read(), step.type).to.deep.equal(before)
    }
  })

  it('names the fields of the wrong type, and does not change the type of a step', async () => {
    const { patch } = await setUp(delayStep())
    const res = await patch({ name: 'a\nb', position: null, config: [], templateId: 'x', type: 'SMS' })
    expect(res.status).to.equal(422)
    expect(res.fields).to.have.members(['name', 'position', 'config', 'templateId', 'type'])
    const other = await patch({ type: 'EXIT', config: { reason: 'x' } })
    expect(other).to.deep.include({ status: 422, faults: ['type custom'] })
    expect((await patch({ type: 'DELAY', name: 'Same' })).status).to.equal(200)
  })

  it('accepts only the config of its workflow for a TRIGGER', async () => {
    const { workflow, patch, read } = await setUp(delayStep())
    const trigger = workflow.steps[0]?.id
    const renamed = await patch({ name: 'Go', config: { eventName: 'started' } }, trigger)
    expect(renamed.body).to.deep.include({ name: 'Go', config: { eventName: 'started' } })
    const res = await patch({ config: { eventName: 'other' } }, trigger)
    expect(res).to.deep.include({ status: 422, faults: ['config custom'] })
    expect((await read()).triggerConfig).to.deep.equal({ eventName: 'started' })
  })

  describe('of a step that sends', () => {
    async function withTemplates() {
      const step = makeStep('SEND_EMAIL')
      const set = await setUp(step)
      const template = async () => (await createTemplate({ projectId: project.id }))._id
      return { ...set, one: await template(), two: await template() }
    }

    it('accepts the template in either place: a changed one has effect, and the first takes precedence', async () => {
      const { patch, one, two } = await withTemplates()
      const cases: [body: object, templateId: string | null][] = [
        [{ templateId: one }, one],
        [{ config: { recipient: { type: 'CONTACT' } } }, one],
        [{ templateId: one, config: { templateId: two } }, two],
        [{ templateId: one, config: { templateId: two } }, one],
        [{ config: { templateId: two } }, two],
        [{ config: {} }, two],
        [{ templateId: null, config: { templateId: two } }, null],
        [{ templateId: null, config: { templateId: one } }, one],
        [{ config: { templateId: null } }, null],
      ]
      for (const [body, templateId] of cases) {
        const res = await patch(body)
        expect(res.status, JSON.stringify(res.body)).to.equal(200)
        expect(res.body.templateId, JSON.stringify(body)).to.equal(templateId)
        expect(res.body.config.templateId ?? null, JSON.stringify(body)).to.equal(templateId)
      }
    })

    it('answers 404 for a template of another project, keeps the previous one, and lets that one be deleted later', async () => {
      const { patch, read, one } = await withTemplates()
      await patch({ templateId: one })
      const foreign = await createTemplate({ projectId: (await createProject()).id })
      for (const id of [foreign._id, UNKNOWN_ID]) {
        const notFound = { status: 404, code: 'TEMPLATE_NOT_FOUND', details: { resource: 'template', id } }
        expect(await patch({ templateId: id })).to.deep.include(notFound)
      }
      expect((await read()).steps[1].templateId).to.equal(one)
      expect((await client.delete(`/templates/${one}`)).status).to.equal(409)
      await patch({ templateId: null })
      expect((await client.delete(`/templates/${one}`)).status).to.equal(204)
    })

    it('refuses a template for a step that sends nothing', async () => {
      const { patch } = await setUp(delayStep())
      const { body } = await patch({ templateId: UNKNOWN_ID, config: TWO_DAYS })
      expect(body).to.deep.include({ templateId: null, config: TWO_DAYS })
    })
  })

  describe('of an enabled workflow', () => {
    const enabled = { enabled: true }

    it('refuses a change that would leave a step incomplete, as enabling does', async () => {
      const { path, patch, read } = await setUp(delayStep(), enabled)
      const res = await patch({ config: { amount: 1 } })
      expect(res).to.deep.include({ status: 422, faults: ['config.unit required'] })
      const added = await client.post(`${path}/steps`, { type: 'DELAY', name: 'Empty', config: { unit: 'days' } })
      expect(added).to.deep.include({ status: 422, faults: ['config.amount required'] })
      expect((await read()).version).to.equal(1)
      expect((await patch({ config: { amount: 1, unit: 'hours' } })).status).to.equal(200)
      const complete = { type: 'DELAY', name: 'Full', config: TWO_DAYS, autoConnect: true }
      expect((await client.post(`${path}/steps`, complete)).status).to.equal(201)
    })

    it('refuses a template of an unverified domain and unknown values, and accepts a new name for an incomplete step', async () => {
      const mail = await setUp(makeStep('SEND_EMAIL'), enabled)
      const unverified = await createTemplate({ projectId: project.id, from: 'me@unverified.io' })
      const res = await mail.patch({ templateId: unverified._id })
      expect(res).to.deep.include({ status: 422, faults: ['config.templateId custom'] })
      expect((await mail.patch({ templateId: UNKNOWN_ID })).code).to.equal('TEMPLATE_NOT_FOUND')
      expect((await mail.patch({ name: 'Renamed', position: { x: 5, y: 5 } })).status).to.equal(200)
      const check = await setUp(makeStep('CONDITION'), enabled)
      const other = await check.patch({ config: { field: `segment.${UNKNOWN_ID}`, operator: 'memberOfSegment' } })
      expect(other.faults).to.deep.equal(['config.field custom'])
    })
  })

  it('keeps the branches that transitions use, and names those that would be removed', async () => {
    const branches = ['gold', 'silver'].map((id) => ({ id, name: id, operator: 'equals', value: id }))
    const config = { mode: 'multi', field: 'data.plan', branches }
    const [check, exit] = [makeStep('CONDITION', { config }), makeStep('EXIT')]
    const { path, patch, read } = await setUp(check, {
      steps: [check, exit],
      transitions: [makeTransition(check, exit, 'gold'), makeTransition(check, exit, 'default')],
    })

    expect((await patch({ config: { ...config, branches: branches.slice(0, 1) } })).status).to.equal(200)
    const res = await patch({ config: { ...config, branches: branches.slice(1) } })
    expect(res).to.deep.include({ status: 400, code: 'BAD_REQUEST', faults: ['config.branches custom'] })
    expect(res.body.error.message).to.contain('gold').and.not.contain('default')

    const [gold] = (await read()).transitions.filter(({ branch }: { branch: string }) => branch === 'gold')
    await client.delete(`${path}/transitions/${gold.id}`)
    expect((await patch({ config: { ...config, branches: branches.slice(1) } })).status).to.equal(200)
  })

  it('keeps the definition below 1 MB', async () => {
    const config = { updates: { text: 'x'.repeat(250_000) } }
    const steps = [...Array(4).keys()].map(() => makeStep('UPDATE_CONTACT', { config }))
    const last = makeStep('UPDATE_CONTACT')
    const { patch, read } = await setUp(last, { steps: [...steps, last] })
    expect(await patch({ config }, last.id)).to.deep.include({ status: 422, faults: ['steps too_big'] })
    expect((await read()).version).to.equal(1)
  })
})
