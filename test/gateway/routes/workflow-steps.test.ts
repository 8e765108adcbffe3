import { expect } from 'chai'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Workflow, WorkflowVersion } from '../../support/models.js'
import { versionId } from '../../../models/workflow-version.js'
import { createTemplate } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { expectConfigsKept, expectConfigsRefused, openWorkflow } from '../../support/workflows.js'

describe('POST /workflows/:id/steps', () => {
  const { project, client } = useProject()

  const setUp = (steps: Step[] = []) => openWorkflow(client, { projectId: project.id, steps })

  it('adds a step to a new version and does not change the old one', async () => {
    const { workflow, addStep, read } = await setUp()

    const [config, position] = [
      { amount: 1.5, unit: 'hours' },
      { x: 3, y: 4 },
    ]
    const res = await addStep({ type: 'DELAY', name: ' Pause ', config: { ...config, other: 1 }, position })

    expect(res.status).to.equal(201)
    const own = { workflowId: workflow._id, type: 'DELAY', name: 'Pause', config, position, templateId: null }
    expect(res.body).to.deep.include(own)
    const after = await read()
    expect(after.version).to.equal(2)
    expect(after.steps.at(-1)).to.deep.equal(res.body)
    expect(after.transitions).to.deep.equal([])
    const stepsOf = async (n: number) =>
      (await WorkflowVersion.findById(versionId(workflow._id, n)).lean())?.steps.length
    expect([await stepsOf(1), await stepsOf(2)]).to.deep.equal([1, 2])
  })

  const accepted: [type: string, config: object, stored?: object][] = [
    ['DELAY', { amount: 365, unit: 'days' }],
    ['DELAY', {}],
    ['WAIT_FOR_EVENT', { eventName: 'contact.subscribed', timeout: 1 }],
    ['WAIT_FOR_EVENT', { eventName: ' paid ', timeout: 31_536_000 }, { eventName: 'paid', timeout: 31_536_000 }],
    ['CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }],
    ['CONDITION', { field: 'data.plan', operator: 'in', value: ['pro', 5, true] }],
    [
      'CONDITION',
      { field: 'data.seenAt', operator: 'within', value: '7', unit: 'days' },
      { field: 'data.seenAt', operator: 'within', value: 7, unit: 'days' },
    ],
    ['CONDITION', { field: 'data.seenAt', operator: 'within' }],
    [
      'UPDATE_CONTACT',
      { updates: { plan: 'pro', 'a.b': 1, $c: [{ 'd.e': null }], '': 2 }, subscriptionAction: 'none' },
    ],
    ['UPDATE_CONTACT', { data: { name: '{{ event.name }}' } }, { updates: { name: '{{ event.name }}' } }],
    ['SEND_EMAIL', { recipient: { type: 'CONTACT' } }],
    ['EXIT', { reason: 'done' }],
    ['EXIT', {}],
  ]
  it('stores every config that its type accepts, exactly', async () => {
    await expectConfigsKept(await setUp(), accepted)
  })

  const refused: [type: string, config: object, fault: string][] = [
    ['DELAY', { amount: 0, unit: 'days' }, 'config.amount too_small'],
    ['DELAY', { amount: 366, unit: 'days' }, 'config.amount too_big'],
    ['DELAY', { amount: 1, unit: 'months' }, 'config.unit invalid_enum_value'],
    ['WAIT_FOR_EVENT', { eventName: '', timeout: 60 }, 'config.eventName too_small'],
    ['WAIT_FOR_EVENT', { eventName: 'EMAIL.CLICK', timeout: 60 }, 'config.eventName reserved_event'],
    ['WAIT_FOR_EVENT', { eventName: 'paid\u200b', timeout: 60 }, 'config.eventName invalid_string'],
    ['WAIT_FOR_EVENT', { eventName: 'a', timeout: 0 }, 'config.timeout too_small'],
    ['WAIT_FOR_EVENT', { eventName: 'a', timeout: 31_536_001 }, 'config.timeout too_big'],
    ['CONDITION', { field: 'projectId', operator: 'equals', value: 1 }, 'config.field custom'],
    ['CONDITION', { field: 'data.a', operator: 'matches', value: 1 }, 'config.operator invalid_enum_value'],
    ['CONDITION', { field: 'data.a', operator: 'within', value: 1, unit: 'months' }, 'config.unit invalid_enum_value'],
    ['CONDITION', { field: 'data.a', operator: 'within', value: -1, unit: 'days' }, 'config.value too_small'],
    ['CONDITION', { field: 'data.a', operator: 'triggered' }, 'config.operator invalid_enum_value'],
    ['CONDITION', { field: 'createdAt', operator: 'equals', value: 'today' }, 'config.value invalid_date'],
    ['CONDITION', { field: 'data.a', operator: 'in', value: [null] }, 'config.value.0 invalid_type'],
    ['UPDATE_CONTACT', { updates: [1] }, 'config.updates invalid_type'],
    ['UPDATE_CONTACT', { updates: { 'a.b': '{{ broken' } }, 'config.updates.a.b liquid_syntax'],
    ['UPDATE_CONTACT', { updates: { locale: 5 } }, 'config.updates.locale invalid_type'],
    ['UPDATE_CONTACT', { updates: { 'nul\0': 1 } }, 'config.updates.nul\0 invalid_string'],
    ['UPDATE_CONTACT', { subscriptionAction: 'delete' }, 'config.subscriptionAction invalid_enum_value'],
    ['SEND_EMAIL', { templateId: 'x' }, 'config.templateId invalid_string'],
    ['EXIT', { reason: 5 }, 'config.reason invalid_type'],
    ['WEBHOOK', { url: 'example.com' }, 'config.url invalid_string'],
    ['SMS', {}, 'type invalid_enum_value'],
  ]
  it('refuses every config that its type does not accept, by field', async () => {
    await expectConfigsRefused(await setUp(), refused)
  })

  it('answers a missing type or name with the flat error body, and refuses a second TRIGGER', async () => {
    const { addStep } = await setUp()
    const res = await addStep({ type: 'EXIT' })
    expect(res).to.deep.include({ status: 400, body: { error: 'Missing required field: name' } })
    const { body } = await addStep({ name: 'x' })
    expect(body.error).to.be.a('string').that.contains('type')
    const trigger = await addStep({ type: 'TRIGGER', name: 'Another' })
    expect(trigger).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields: ['type'] })
  })

  it('stores templateId and config.templateId as one value, of which the first takes precedence', async () => {
    const { addStep } = await setUp()
    const one = await createTemplate({ projectId: project.id })
    const two = await createTemplate({ projectId: project.id })
    const mail = { type: 'SEND_EMAIL', name: 'Mail' }
    for (const [body, rest] of [
      [{ templateId: one._id }, {}],
      [{ config: { templateId: one._id } }, {}],
      [{ templateId: one._id, config: { templateId: two._id, subject: 'Other' } }, { subject: 'Other' }],
    ] as const) {
      const res = await addStep({ ...mail, ...body })
      expect(res.status).to.equal(201)
      expect(res.body.templateId).to.equal(one._id)
      expect(res.body.config).to.deep.equal({ templateId: one._id, ...rest })
    }
  })

  it('connects with autoConnect the last step without a successor', async () => {
    const { addStep, read } = await setUp()
    const first = await addStep({ type: 'DELAY', name: 'One', autoConnect: true })
    const second = await addStep({ type: 'EXIT', name: 'Two', autoConnect: true })
    await addStep({ type: 'EXIT', name: 'Behind an exit', autoConnect: true })

    const { steps, transitions, version } = await read()
    const ways = [`${steps[0].id} ${first.body.id}`, `${first.body.id} ${second.body.id}`]
    const links = transitions.map(
      (way: { fromStepId: string; toStepId: string }) => `${way.fromStepId} ${way.toStepId}`,
    )
    expect(links).to.deep.equal(ways)
    expect(version).to.equal(4)
    // The branches of a CONDITION are left to its author.
    const branching = await setUp([makeStep('CONDITION')])
    await branching.addStep({ type: 'EXIT', name: 'End', autoConnect: true })
    expect((await branching.read()).transitions).to.have.lengthOf(1)
  })

  it('accepts 200 steps and no more', async () => {
    const { addStep } = await setUp(Array.from({ length: 198 }, () => makeStep('EXIT')))
    expect((await addStep({ type: 'EXIT', name: 'The last' })).status).to.equal(201)
    const res = await addStep({ type: 'EXIT', name: 'One too many' })
    expect(res).to.deep.include({ status: 422, fields: ['steps'] })
  })

  it('refuses a definition above 1 MB', async () => {
    const { addStep } = await setUp()
    const update = { type: 'UPDATE_CONTACT', name: 'Big', config: { updates: { text: 'ä'.repeat(120_000) } } }
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) statuses.push((await addStep(update)).status)
    expect(statuses).to.deep.equal([201, 201, 201, 201, 422])
  })

  it('keeps all of twenty steps that are added at the same moment, and makes a version for each', async () => {
    const { workflow, addStep } = await setUp()

    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addStep({ type: 'DELAY', name: `Step ${index}`, autoConnect: true })),
    )

    expect(results.map(({ status }) => status)).to.deep.equal(Array(20).fill(201))
    const after = await Workflow.findById(workflow._id).orFail().lean()
    expect(after.version).to.equal(21)
    expect(new Set(after.steps.map(({ name }) => name)).size).to.equal(21)
    // Each step was linked to the end of the chain at that moment.
    const chain = after.steps.slice(0, -1).map(({ id }) => id)
    expect(after.transitions.map(({ fromStepId }) => fromStepId)).to.deep.equal(chain)
    const versions = await WorkflowVersion.find({ workflowId: workflow._id }).sort({ version: 1 }).lean()
    expect(versions.map(({ steps }) => steps.length)).to.deep.equal(Array.from({ length: 21 }, (_, index) => index + 1))
    expect(versions.at(-1)?.steps).to.deep.equal(after.steps)
  })
})
