import { expect } from 'chai'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { newId } from '../../../runtime/ids.js'
import { createProject, createSegment } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { expectConfigsKept, expectConfigsRefused, openWorkflow } from '../../support/workflows.js'

const PRO: Filter = { field: 'data.plan', operator: 'equals', value: 'pro' }
const BIG: Filter = { field: 'event.data.total', operator: 'greaterThan', value: 100 }

const tree = (...filters: Filter[]): ConditionTree => ({ logic: 'AND', groups: [{ filters }] })
const branch = (id: string, fields: object = {}) => ({ id, name: id, operator: 'equals', value: id, ...fields })
const multi = (...branches: object[]) => ({ mode: 'multi', field: 'data.plan', branches })

describe('the conditions of a workflow', () => {
  const { project, client } = useProject()

  const open = () => openWorkflow(client, { projectId: project.id })
  async function setUp() {
    const workflow = await open()
    return {
      ...workflow,
      add: (type: string, config: object) => workflow.addStep({ type, name: type, config }),
      link: (fromStepId: string, toStepId: string, on?: string) =>
        workflow.link({ fromStepId, toStepId, ...(on === undefined ? {} : { branch: on }) }),
    }
  }

  const accepted: [type: string, config: object, stored?: object][] = [
    ['CONDITION', { condition: tree(PRO, { field: 'event.total', operator: 'greaterThan', value: 5 }) }],
    ['CONDITION', { condition: tree({ ...PRO, unit: 'days' }), other: 1 }, { condition: tree(PRO) }],
    ['CONDITION', multi(branch('pro'), branch('free', { operator: 'in', value: ['free', 5, true] }))],
    ['CONDITION', multi(branch('yes'), branch(' no ', { name: 'No' }), branch('Default'))],
    [
      'CONDITION',
      multi(
        branch('a', { operator: 'exists', unit: 'days', other: 1 }),
        branch('b', { operator: 'within', value: '2' }),
      ),
      multi({ id: 'a', name: 'a', operator: 'exists' }, { id: 'b', name: 'b', operator: 'within', value: '2' }),
    ],
    [
      'CONDITION',
      { ...multi(branch('often', { operator: 'triggeredAtLeast', value: '3' })), field: 'email.opened' },
      { ...multi(branch('often', { operator: 'triggeredAtLeast', value: 3 })), field: 'email.opened' },
    ],
    ['CONDITION', { mode: 'multi' }],
    ['CONDITION', { mode: 'multi', branches: [{ id: 'unfinished' }] }],
    ['WAIT_FOR_EVENT', { eventName: 'paid', filter: tree(BIG) }],
    ['WAIT_FOR_EVENT', { eventName: 'paid', filter: null }, { eventName: 'paid' }],
  ]
  it('stores each form of a condition exactly, without parts that have no effect', async () => {
    await expectConfigsKept(await open(), accepted)
  })

  const twentyOne = Array.from({ length: 21 }, (_, index) => branch(`${index}`))
  const refused: [type: string, config: object, ...faults: string[]][] = [
    [
      'CONDITION',
      { condition: tree(PRO, { ...PRO, operator: 'matches' as 'equals' }) },
      'config.condition.groups.0.filters.1.operator invalid_enum_value',
    ],
    ['CONDITION', { condition: { logic: 'AND', groups: [] } }, 'config.condition.groups too_small'],
    ['CONDITION', { condition: 'pro' }, 'config.condition invalid_type'],
    [
      'CONDITION',
      { condition: tree(PRO), ...PRO },
      'config.field custom',
      'config.operator custom',
      'config.value custom',
    ],
    [
      'CONDITION',
      { condition: tree(PRO), ...multi(branch('pro')) },
      'config.field custom',
      'config.mode custom',
      'config.branches custom',
    ],
    [
      'CONDITION',
      { ...multi(branch('pro')), operator: 'equals', value: 1, unit: 'days' },
      'config.operator custom',
      'config.value custom',
      'config.unit custom',
    ],
    ['CONDITION', { field: 'data.plan', branches: [branch('pro')] }, 'config.mode required'],
    ['CONDITION', { ...multi(branch('pro')), mode: 'single' }, 'config.mode invalid_enum_value'],
    ['CONDITION', { mode: 'multi', branches: [] }, 'config.branches too_small'],
    ['CONDITION', multi(...twentyOne), 'config.branches too_big'],
    [
      'CONDITION',
      multi(branch('a', { operator: 'matches' }), branch('a'), branch('b', { operator: 'in', value: ['x', null] })),
      'config.branches.0.operator invalid_enum_value',
      'config.branches.1.id custom',
      'config.branches.2.value.1 invalid_type',
    ],
    ['CONDITION', multi(branch('default')), 'config.branches.0.id invalid_string'],
    ['CONDITION', multi(branch(' ', { name: 'A' })), 'config.branches.0.id invalid_string'],
    ['CONDITION', multi(branch('a', { name: ' ' })), 'config.branches.0.name too_small'],
    ['CONDITION', multi({ name: 'a', operator: 'exists' }), 'config.branches.0.id required'],
    [
      'CONDITION',
      { ...multi(branch('a', { value: 'yesterday' })), field: 'createdAt' },
      'config.branches.0.value invalid_date',
    ],
    ['WAIT_FOR_EVENT', { eventName: 'a', filter: tree(PRO) }, 'config.filter.groups.0.filters.0.field custom'],
    ['WAIT_FOR_EVENT', { eventName: 'a', filter: {} }, 'config.filter.logic required', 'config.filter.groups required'],
  ]
  it('refuses every other form, and names each wrong part by its path', async () => {
    await expectConfigsRefused(await open(), refused)
  })

  it('accepts a transition for each branch of a multi-way CONDITION and for default, and for no other', async () => {
    const { add, link } = await setUp()
    const { id: from } = (await add('CONDITION', multi(branch('pro'), branch('free')))).body
    const { id: to } = (await add('EXIT', {})).body
    for (const on of ['pro', 'free', 'default']) expect((await link(from, to, on)).status, on).to.equal(201)
    for (const on of ['yes', 'Pro', undefined]) expect((await link(from, to, on)).status).to.equal(400)
  })

  it('stores the filter of a trigger when the workflow is created or changed, and removes it', async () => {
    await setUp()
    const { body: made } = await client.post('/workflows', {
      name: 'Big spenders',
      eventName: 'paid',
      triggerConfig: { eventName: 'other', filter: tree(BIG, { ...PRO, unit: 'days' }) },
    })
    const triggerConfig = { eventName: 'paid', filter: tree(BIG, PRO) }
    expect(made.triggerConfig).to.deep.equal(triggerConfig)
    expect(made.steps[0].config).to.deep.equal(triggerConfig)
    const path = `/workflows/${made.id}`
    expect((await client.patch(path, { triggerConfig: { ...triggerConfig, filter: tree(PRO) } })).status).to.equal(200)
    expect((await client.get(path)).body.triggerConfig).to.deep.equal({ eventName: 'paid', filter: tree(PRO) })
    const listed = await client.get('/workflows?search=spenders')
    expect(listed.body.data[0].triggerConfig).to.deep.equal({ eventName: 'paid', filter: tree(PRO) })
    const { body: changed } = await client.patch(path, { triggerConfig: { eventName: 'paid', filter: null } })
    expect(changed.triggerConfig).to.deep.equal({ eventName: 'paid' })
  })

  it('refuses a filter of a trigger that uses the context of an execution, by its path', async () => {
    const { change } = await setUp()
    const triggerConfig = { filter: tree(PRO, { field: 'event.total', operator: 'equals', value: 1 }) }
    const field = 'triggerConfig.filter.groups.0.filters.1.operator'
    for (const res of [
      await client.post('/workflows', { name: 'A', triggerConfig }),
      await change({ triggerConfig }),
    ]) {
      expect(res).to.deep.include({ status: 422, faults: [`${field} invalid_enum_value`] })
    }
  })

  it('reports on enabling the missing parts of each form', async () => {
    const { add, change } = await setUp()
    const configs = [
      { mode: 'multi' },
      {
        mode: 'multi',
        field: 'data.plan',
        branches: [branch('a'), { id: 'b', operator: 'within' }, { id: 'c', name: 'C' }],
      },
      {},
      { condition: tree(PRO) },
    ]
    const ids: string[] = []
    for (const config of configs) ids.push((await add('CONDITION', config)).body.id)
    const res = await change({ enabled: true })
    expect(res.status).to.equal(422)
    expect(res.faults).to.have.deep.members(
      [
        `${ids[0]}.config.field`,
        `${ids[0]}.config.branches`,
        `${ids[1]}.config.branches.1.name`,
        `${ids[1]}.config.branches.1.value`,
        `${ids[1]}.config.branches.1.unit`,
        `${ids[1]}.config.branches.2.operator`,
        `${ids[1]}.config.branches.2.value`,
        `${ids[2]}.config.field`,
        `${ids[2]}.config.operator`,
        `${ids[2]}.config.value`,
      ].map((path) => `steps.${path} required`),
    )
  })

  it('reports on enabling the segments that are unknown or of another project, at every place', async () => {
    const { add, change } = await setUp()
    const known = await createSegment({ projectId: project.id })
    const foreign = await createSegment({ projectId: (await createProject()).id })
    const member = (id: string): Filter => ({ field: `segment.${id}`, operator: 'memberOfSegment' })
    const branches = [{ id: 'in', name: 'In', operator: 'memberOfSegment' }]
    const steps = [
      (await add('CONDITION', { condition: tree(PRO, member(known._id), member(foreign._id)) })).body.id,
      (await add('CONDITION', { mode: 'multi', field: `segment.${newId()}`, branches })).body.id,
      (await add('CONDITION', member(newId()))).body.id,
    ]
    const res = await change({
      enabled: true,
      triggerConfig: { eventName: 'paid', filter: tree(member(known._id), member(newId())) },
    })
    expect(res.status).to.equal(422)
    expect(res.faults).to.have.deep.members([
      `triggerConfig.filter.groups.0.filters.1.field custom`,
      `steps.${steps[0]}.config.condition.groups.0.filters.2.field custom`,
      `steps.${steps[1]}.config.field custom`,
      `steps.${steps[2]}.config.field custom`,
    ])
  })
})
