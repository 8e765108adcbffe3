import { expect } from 'chai'
import type { ExecutionStatus } from '../../../models/domain/execution-status.js'
import { Execution, WorkflowVersion } from '../../support/models.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { newId } from '../../../runtime/ids.js'
import { createProject, createTemplate, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

describe('POST /workflows', () => {
  const { project, client } = useProject()

  it('makes a disabled workflow with one TRIGGER step, and its first version', async () => {
    const kept = { description: 'For newcomers', allowReentry: true }
    const sent = { name: ' Welcome ', eventName: ' signed up ', ...kept, enabled: true, unknown: 1 }
    const res = await client.post('/workflows', sent)

    expect(res.status).to.equal(201)
    const config = { eventName: 'signed up' }
    const made = { name: 'Welcome', enabled: false, triggerType: 'EVENT', triggerConfig: config, version: 1 }
    expect(res.body).to.deep.include({ ...kept, ...made, projectId: project.id, transitions: [] })
    expect(res.body.steps).to.have.lengthOf(1)
    expect(res.body.steps[0]).to.deep.include({ workflowId: res.body.id, type: 'TRIGGER', config, templateId: null })
    const version = await WorkflowVersion.findOne({ _id: `${res.body.id}:1` }).lean()
    expect(version?.name).to.equal('Welcome')
    expect(version?.steps.map(({ id }) => id)).to.deep.equal([res.body.steps[0].id])
  })

  it('refuses a trigger that only resembles an event of the service, and accepts such an event itself', async () => {
    const faultsOf = async (body: object) => (await client.post('/workflows', { name: 'A', ...body })).faults
    for (const eventName of ['EMAIL.CLICK', 'Contact.subscribed', 'segment.vip.ENTRY']) {
      expect(await faultsOf({ eventName })).to.deep.equal(['eventName reserved_event'])
      expect(await faultsOf({ triggerConfig: { eventName } })).to.deep.equal(['triggerConfig.eventName reserved_event'])
    }
    expect(await faultsOf({ eventName: 'email\u200b.click' })).to.deep.equal(['eventName invalid_string'])
    const { body } = await client.post('/workflows', { name: 'A', eventName: 'email.click' })
    expect(body.triggerConfig).to.deep.equal({ eventName: 'email.click' })
  })

  it('makes a workflow that an event starts, whatever trigger it names, and changes the trigger afterwards', async () => {
    const triggerConfig = { cron: '0 9 * * 1', timezone: 'Europe/Berlin' }
    for (const triggerType of ['SCHEDULE', 'MANUAL', 'TIMER', 7]) {
      const { body, status } = await client.post('/workflows', { name: 'A', triggerType, triggerConfig, enabled: true })
      expect(status).to.equal(201)
      expect(body).to.deep.include({ triggerType: 'EVENT', triggerConfig, enabled: false })
    }
    const { body: made } = await client.post('/workflows', { name: 'A', triggerConfig })
    const { body: changed } = await client.patch(`/workflows/${made.id}`, { triggerType: 'SCHEDULE' })
    expect(changed).to.deep.include({ triggerType: 'SCHEDULE', triggerConfig })
    expect((await client.patch(`/workflows/${made.id}`, { triggerType: 'TIMER' })).fields).to.include('triggerType')
  })

  it('accepts triggerConfig.eventName in place of eventName, and a workflow without an event', async () => {
    const other = await client.post('/workflows', { name: 'A', triggerConfig: { eventName: 'paid' } })
    expect(other.body).to.deep.include({ triggerConfig: { eventName: 'paid' }, allowReentry: false, description: null })
    expect((await client.post('/workflows', { name: 'A' })).body.triggerConfig).to.deep.equal({})
  })

  it('answers a missing name with the flat error body, and names every invalid field', async () => {
    const missing = await client.post('/workflows', { eventName: 'a' })
    expect(missing).to.deep.include({ status: 400, body: { error: 'Missing required field: name' } })
    const res = await client.post('/workflows', { name: 'a\nb', eventName: '', allowReentry: 'yes', description: 7 })
    expect(res.status).to.equal(422)
    expect(res.fields).to.have.members(['name', 'eventName', 'allowReentry', 'description'])
  })
})

describe('GET /workflows', () => {
  const { project, client } = useProject()

  it('lists the workflows of the project with their counts, newest first', async () => {
    const first = await createWorkflow({ projectId: project.id, steps: [makeStep('EXIT')] })
    const second = await createWorkflow({ projectId: project.id })
    await createWorkflow({ projectId: (await createProject()).id })

    const res = await client.get('/workflows')

    expect(res.status).to.equal(200)
    expect(res.body).to.include({ page: 1, pageSize: 20, total: 2, totalPages: 1 })
    expect(res.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([second._id, first._id])
    const none = { executions: 0, activeExecutions: 0, failedLastDay: 0 }
    expect(res.body.data[1]).to.deep.include({ _count: { steps: 2, ...none } })
    expect(res.body.data[1]).not.to.have.any.keys('steps', 'transitions')
  })

  it('counts the executions of each workflow, the active ones, and the failures of the last day', async () => {
    const { _id: workflowId } = await createWorkflow({ projectId: project.id })
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const store = (status: ExecutionStatus, completedAt?: Date) =>
      Execution.create({
        _id: newId(),
        projectId: project.id,
        workflowId,
        workflowVersion: 1,
        contactId: newId(),
        status,
        startedAt: ago(48),
        temporalWorkflowId: newId(),
        ...(completedAt ? { completedAt } : {}),
      })
    await Promise.all([store('WAITING'), store('RUNNING'), store('COMPLETED', ago(1))])
    await Promise.all([store('FAILED', ago(1)), store('FAILED', ago(25))])
    const res = await client.get('/workflows')
    const { _count: counts } = res.body.data.find(({ id }: { id: string }) => id === workflowId)
    expect(counts).to.include({ executions: 5, activeExecutions: 2, failedLastDay: 1 })
  })

  it('filters, searches and sorts, and refuses an unknown filter', async () => {
    await createWorkflow({ projectId: project.id, name: 'Alpha (1)', enabled: true })
    await createWorkflow({ projectId: project.id, name: 'Beta', description: 'not alpha', enabled: false })
    await createWorkflow({ projectId: project.id, name: 'Gamma', enabled: false })
    const [alpha, all] = [['Alpha (1)'], ['Alpha (1)', 'Beta', 'Gamma']]
    for (const [query, names] of Object.entries({
      'sort=name&dir=asc': all,
      'enabled=true': alpha,
      'enabled=false&sort=name&dir=desc': ['Gamma', 'Beta'],
      'status=active': alpha,
      'status=disabled&search=BET': ['Beta'],
      'search=alpha&sort=name&dir=asc': ['Alpha (1)', 'Beta'],
      [`search=${encodeURIComponent('(1')}`]: alpha,
      'pageSize=2&page=2&sort=name&dir=asc': ['Gamma'],
    })) {
      const { body } = await client.get(`/workflows?${query}`)
      expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal(names)
    }
    for (const query of ['status=on', 'enabled=1', 'sort=steps', 'page=0', 'pageSize=x'])
      expect(await client.get(`/workflows?${query}`), query).to.include({ status: 400, code: 'BAD_REQUEST' })
  })

  it('shows the steps and transitions of one workflow', async () => {
    const [check, exit] = [makeStep('CONDITION'), makeStep('EXIT')]
    const transitions = [makeTransition(check, exit, 'yes')]
    const workflow = await createWorkflow({ projectId: project.id, steps: [check, exit], transitions })

    const res = await client.get(`/workflows/${workflow._id}`)

    expect(res.status).to.equal(200)
    expect(res.body.steps.map(({ type }: { type: string }) => type)).to.deep.equal(['TRIGGER', 'CONDITION', 'EXIT'])
    expect(res.body.transitions).to.have.lengthOf(2)
    expect(res.body.transitions[0]).to.include({ branch: null, condition: null })
    const way = { fromStepId: check.id, toStepId: exit.id, branch: 'yes', condition: { branch: 'yes' }, priority: 0 }
    expect(res.body.transitions[1]).to.deep.include({ workflowId: workflow._id, ...way })
  })
})

describe('PATCH /workflows/:id', () => {
  const { project, client } = useProject()
  const open = async (fields: Partial<WorkflowRecord> = {}) => {
    const workflow = await createWorkflow({ projectId: project.id, ...fields })
    return { workflow, patch: (body: object) => client.patch(`/workflows/${workflow._id}`, body) }
  }

  it('changes only the fields that are sent', async () => {
    const { workflow, patch } = await open({ description: 'before' })
    const trigger = { triggerType: 'MANUAL', triggerConfig: { eventName: 'later' } }
    const change = { ...trigger, enabled: false, allowReentry: true }

    const res = await patch(change)

    expect(res.status).to.equal(200)
    expect(res.body).to.deep.include({ ...change, name: workflow.name, description: 'before', version: 1 })
    expect((await client.get(`/workflows/${workflow._id}`)).body).to.deep.equal(res.body)
  })

  it('makes a version for a new name only, because templates and operators see it', async () => {
    const { workflow, patch } = await open()

    expect((await patch({ name: workflow.name, description: 'x' })).body).to.include({ version: 1, description: 'x' })
    expect((await patch({ name: 'Renamed' })).body).to.include({ version: 2, name: 'Renamed' })
    expect((await patch({})).body).to.include({ version: 2 })
    expect(await WorkflowVersion.findOne({ _id: `${workflow._id}:1` }).lean()).to.include({ name: workflow.name })
    expect(await WorkflowVersion.findOne({ _id: `${workflow._id}:2` }).lean()).to.include({ name: 'Renamed' })
  })

  it('enables a graph that can be run, also with unreachable steps and dead ends', async () => {
    const template = await createTemplate({ projectId: project.id })
    const check = makeStep('CONDITION', { config: { field: 'data.a', operator: 'exists' } })
    const mail = makeStep('SEND_EMAIL', { templateId: template._id })
    const transitions = [makeTransition(check, mail, 'yes')]
    const steps = [check, mail, makeStep('EXIT')]
    const { patch } = await open({ enabled: false, steps, transitions })
    const res = await patch({ enabled: true })
    expect([res.status, res.body.enabled]).to.deep.equal([200, true])
  })

  it('reports every fault of the graph when it is enabled, and stays disabled', async () => {
    const foreign = await createTemplate({ projectId: (await createProject()).id })
    const unverified = await createTemplate({ projectId: project.id, from: 'me@unverified.io' })
    const steps = [
      makeStep('SEND_EMAIL'),
      makeStep('SEND_EMAIL', { templateId: foreign._id }),
      makeStep('SEND_EMAIL', { templateId: unverified._id }),
      makeStep('DELAY'),
    ]
    const { workflow, patch } = await open({ enabled: false, triggerConfig: {}, steps })

    const res = await patch({ enabled: true })

    expect(res.status).to.equal(422)
    expect(res.fields).to.have.members([
      'triggerConfig.eventName',
      ...steps.slice(0, 3).map(({ id }) => `steps.${id}.config.templateId`),
      `steps.${steps[3]?.id}.config.amount`,
      `steps.${steps[3]?.id}.config.unit`,
    ])
    expect((await client.get(`/workflows/${workflow._id}`)).body.enabled).to.equal(false)
  })

  it('renames, disables and describes an enabled workflow that could not be enabled now', async () => {
    const unverified = await createTemplate({ projectId: project.id, from: 'me@unverified.io' })
    const steps = [makeStep('SEND_EMAIL', { templateId: unverified._id })]
    const { patch } = await open({ steps })
    const renamed = await patch({ enabled: true, name: 'Renamed', description: 'x', allowReentry: true })
    expect(renamed.status).to.equal(200)
    expect(renamed.body).to.include({ enabled: true, name: 'Renamed' })
    expect((await patch({ enabled: false })).body).to.include({ enabled: false })
    expect((await patch({ enabled: true })).fields).to.deep.equal([`steps.${steps[0]?.id}.config.templateId`])
  })

  it('checks the new trigger of an enabled workflow, segments in its filter too', async () => {
    const { workflow, patch } = await open()
    const filters = [{ field: `segment.${workflow._id}`, operator: 'memberOfSegment' }]
    const triggerConfig = { eventName: 'paid', filter: { logic: 'AND', groups: [{ filters }] } }
    const res = await patch({ triggerConfig })
    expect(res).to.deep.include({ status: 422, fields: ['triggerConfig.filter.groups.0.filters.0.field'] })
    expect((await patch({ triggerConfig, enabled: false })).status).to.equal(200)
  })

  it('removes the event of a live workflow only together with its trigger, and reports every fault of a change at once', async () => {
    const { patch } = await open()
    const triggerConfig = { eventName: 'a', filter: { logic: 'AND' } }
    const res = await patch({ triggerType: 'NEVER', triggerConfig, name: null })
    expect(res.status).to.equal(422)
    expect(res.fields).to.have.members(['triggerType', 'triggerConfig.filter.groups', 'name'])
    expect((await patch({ triggerConfig: {} })).fields).to.deep.equal(['triggerConfig.eventName'])
    expect((await patch({ triggerConfig: {}, triggerType: 'MANUAL' })).status).to.equal(200)
  })
})
