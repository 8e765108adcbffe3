import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { Execution } from '../../../models/execution.js'
import { WorkflowVersion } from '../../../models/workflow-version.js'
import { User } from '../../../models/user.js'
import { createContact, createContacts, createMember, createTemplate, createWorkflow } from '../../support/factories.js'
import type { ClientResponse } from '../../support/http-client.js'
import { makeStep } from '../../support/graphs.js'
import { useProject } from '../../support/project.js'

const ONE_DAY = { amount: 1, unit: 'days' }
const RACES = 6
const MANY = 200

type Json = ClientResponse['body']

describe('PUT /workflows/:id/definition', () => {
  const { project, client, gateway } = useProject()

  async function setUp(fields: object = {}) {
    const steps = [makeStep('DELAY', { id: randomUUID(), config: ONE_DAY }), makeStep('EXIT', { id: randomUUID() })]
    const made = await createWorkflow({ projectId: project.id, enabled: false, steps, ...fields })
    const path = `/workflows/${made._id}`
    const read = async (): Promise<Json> => (await client.get(path)).body
    return {
      id: made._id,
      path,
      read,
      definition: async (): Promise<Json> => {
        const { version, steps, transitions } = await read()
        return { baseVersion: version, steps, transitions }
      },
      publish: (body: object, query = '') => client.put(`${path}/definition${query}`, body),
    }
  }

  it('makes one version from many changes, with the ids of the client and a template of the project', async () => {
    const { publish, definition, read, id } = await setUp()
    const { steps, transitions, baseVersion } = await definition()
    const mine = { id: randomUUID(), type: 'WEBHOOK', name: 'Call', config: { url: 'https://example.com/' } }
    const { _id: templateId } = await createTemplate({ projectId: project.id })
    const mail = { id: randomUUID(), type: 'SEND_EMAIL', name: 'Mail', config: { templateId } }
    const [trigger, delay, exit] = steps
    const body = {
      baseVersion,
      steps: [trigger, { ...delay, name: 'Longer', config: { amount: 2, unit: 'days' } }, exit, mine, mail],
      transitions: [
        transitions[0],
        { id: randomUUID(), fromStepId: delay.id, toStepId: mine.id },
        { id: randomUUID(), fromStepId: mine.id, toStepId: exit.id, branch: 'success' },
      ],
    }
    const res = await publish(body)

    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body).to.deep.include({ isDryRun: false, faults: [] })
    const now = await read()
    expect(res.body.workflow).to.deep.equal(now)
    expect(now['version']).to.equal(2)
    expect(now['steps'].map((step: Json) => step['id'])).to.deep.equal(body.steps.map(({ id }) => id))
    expect(now['steps'][4]).to.include({ templateId })
    expect(now['transitions']).to.have.length(3)
    expect(await WorkflowVersion.countDocuments({ projectId: project.id, workflowId: id })).to.equal(2)
  })

  it('makes no version for new positions, for another order, and without changes', async () => {
    const { publish, definition, read } = await setUp()
    const same = await definition()
    const before = await read()
    expect((await publish(same)).status).to.equal(200)
    expect(await read()).to.deep.equal(before)

    const moved = {
      ...same,
      steps: same['steps'].map((step: Json) => ({ ...step, position: { x: 7, y: 8 } })).toReversed(),
    }
    expect((await publish(moved)).body.workflow.version).to.equal(1)
    const after = await read()
    expect(after['steps'].every((step: Json) => step['position'].x === 7)).to.equal(true)
  })

  it('answers 409 with the published version to a change of an older one, and changes nothing', async () => {
    const { publish, definition, read } = await setUp()
    const base = await definition()
    await publish({ ...base, name: 'Second' })
    const before = await read()
    const res = await publish({ ...base, name: 'Third' })
    expect(res.status).to.equal(409)
    expect(res.body.error.details).to.deep.equal({ reason: 'stale', version: 2, baseVersion: 1 })
    expect(await read()).to.deep.equal(before)
    expect((await publish({ ...base, baseVersion: 9 })).status).to.equal(409)
  })

  it('accepts one of two editors who publish at the same moment, and answers 409 to the other', async () => {
    const { publish, definition, read, id } = await setUp()
    for (let race = 1; race <= RACES; race += 1) {
      const base = await definition()
      const names = ['a', 'b'].map((editor) => `${editor} ${race}`)
      const all = await Promise.all(names.map((name) => publish({ ...base, name })))
      expect(all.map(({ status }) => status)).to.have.members([200, 409])
      const winner = names[all.findIndex(({ status }) => status === 200)]
      expect(all.find(({ status }) => status === 409)?.body.error.details).to.include({ version: race + 1 })
      expect(await read()).to.include({ version: race + 1, name: winner })
    }
    expect(await WorkflowVersion.countDocuments({ projectId: project.id, workflowId: id })).to.equal(RACES + 1)
  })

  it('stores nothing in a dry run, and returns the result', async () => {
    const { publish, definition, read } = await setUp()
    const base = await definition()
    const before = await read()
    const res = await publish({ ...base, name: 'Later' }, '?dryRun=true')
    expect(res.status).to.equal(200)
    expect(res.body.isDryRun).to.equal(true)
    expect(res.body.workflow).to.include({ name: 'Later', version: 2 })
    expect(await read()).to.deep.equal(before)
    expect((await publish({ ...base, baseVersion: 3 }, '?dryRun=true')).status).to.equal(409)
  })

  it('names each fault by its step', async () => {
    const { publish, definition } = await setUp()
    const base = await definition()
    const [trigger, delay, exit] = base['steps']
    const [own, all] = [randomUUID(), [trigger, delay, exit]]
    const way = (from: string, to: string, more: object = {}) => [{ id: own, fromStepId: from, toStepId: to, ...more }]
    const mail = { id: own, type: 'SEND_EMAIL', name: 'Mail', templateId: randomUUID() }
    const refused: [steps: object[], transitions: object[], field: string, stepId?: string][] = [
      [[trigger, { ...delay, config: { amount: -1, unit: 'days' } }], [], `steps.${delay.id}.config.amount`, delay.id],
      [[trigger, { ...delay, type: 'EXIT', config: {} }], [], `steps.${delay.id}.type`, delay.id],
      [[trigger, delay, delay], [], `steps.${delay.id}.id`, delay.id],
      [[delay], [], 'steps'],
      [all, way(delay.id, own), `transitions.${own}.toStepId`, delay.id],
      [all, way(exit.id, delay.id), `transitions.${own}.fromStepId`, exit.id],
      [all, way(delay.id, exit.id, { branch: 'yes' }), `transitions.${own}.branch`, delay.id],
      [[{ ...trigger, config: { eventName: 'other' } }], [], `steps.${trigger.id}.config`, trigger.id],
      [[...all, mail], [], `steps.${own}.config.templateId`, own],
    ]
    for (const [steps, transitions, field, stepId] of refused) {
      const { status, body } = await publish({ ...base, steps, transitions })
      const named = body.error.errors.map((error: Json) => [error['field'], error['stepId']])
      expect([status, named]).to.deep.equal([422, [[field, stepId]]])
    }
  })

  it('refuses a loop without a pause, and accepts one with a pause', async () => {
    const { publish, definition } = await setUp()
    const base = await definition()
    const [trigger, delay] = base['steps']
    const calls = [randomUUID(), randomUUID()] as const
    const steps = [
      trigger,
      delay,
      ...calls.map((id) => ({ id, type: 'UPDATE_CONTACT', name: id, config: { updates: { a: 1 } } })),
    ]
    const way = (from: string, to: string) => ({ id: randomUUID(), fromStepId: from, toStepId: to })
    const closing = way(calls[1], calls[0])
    const loop = [way(trigger.id, calls[0]), way(calls[0], calls[1]), closing]
    const res = await publish({ ...base, steps, transitions: loop })
    expect(res).to.deep.include({ status: 422, fields: [`transitions.${closing.id}.toStepId`] })

    const paused = [...loop.slice(0, 2), way(calls[1], delay.id), way(delay.id, calls[0])]
    expect((await publish({ ...base, steps, transitions: paused })).status).to.equal(200)
  })

  it('refuses an incomplete step of an enabled workflow, and reports it for a disabled one', async () => {
    for (const enabled of [true, false]) {
      const { publish, definition, read } = await setUp({ enabled })
      const base = await definition()
      const own = randomUUID()
      const res = await publish({ ...base, steps: [...base['steps'], { id: own, type: 'WEBHOOK', name: 'Call' }] })
      const field = `steps.${own}.config.url`
      if (enabled) {
        expect(res).to.deep.include({ status: 422, fields: [field] })
        expect((await read())['version']).to.equal(1)
      } else {
        expect(res.status).to.equal(200)
        expect(res.body.faults).to.deep.equal([
          { field, message: 'Enter the URL to call', code: 'required', stepId: own },
        ])
      }
    }
  })

  it('refuses to enable a webhook whose address is written as a private one, and says who can allow it', async () => {
    const { publish, definition } = await setUp({ enabled: true })
    const base = await definition()
    const own = randomUUID()
    const withUrl = (url: string) =>
      publish({ ...base, steps: [...base['steps'], { id: own, type: 'WEBHOOK', name: 'Call', config: { url } }] })
    for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', 'localhost']) {
      const res = await withUrl(`http://${host}:8080/hook`)
      expect(res, host).to.deep.include({ status: 422, fields: [`steps.${own}.config.url`] })
      expect(res.body.error.errors[0].message).to.match(/is a private address\. The operator/)
    }
    expect((await withUrl('https://{{ host }}/hook')).status).to.equal(200)
  })

  it('publishes 200 steps but no more, while executions start, each of which has one complete version', async () => {
    const { publish, definition, path, id } = await setUp({ enabled: true, allowReentry: true })
    const base = await definition()
    const [trigger] = base['steps']
    const delays = Array.from({ length: MANY - 1 }, (_, number) => ({
      id: randomUUID(),
      type: 'DELAY',
      name: `Delay ${number}`,
      config: ONE_DAY,
    }))
    const ids = [trigger.id, ...delays.map((delay) => delay.id)]
    const transitions = delays.map(({ id }, number) => ({ id: randomUUID(), fromStepId: ids[number], toStepId: id }))
    const tooMany = await publish({ ...base, steps: [trigger, ...delays, { ...delays[0], id: randomUUID() }] })
    expect(tooMany).to.deep.include({ status: 422, fields: ['steps'] })
    const contacts = await createContacts(10, { projectId: project.id })
    const [res, ...started] = await Promise.all([
      publish({ ...base, steps: [trigger, ...delays], transitions }),
      ...contacts.map(({ _id: contactId }) => client.post(`${path}/executions`, { contactId })),
    ])

    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body.workflow).to.include({ version: 2 })
    expect(started.map(({ status }) => status)).to.deep.equal(contacts.map(() => 201))
    const first = { 1: base['steps'][1].id, 2: ids[1] } as Record<number, string>
    for (const execution of await Execution.find({ projectId: project.id, workflowId: id }).lean()) {
      expect(execution.currentStepId).to.equal(first[execution.workflowVersion])
    }
  })

  describe('GET /workflows/:id/versions', () => {
    it('lists number, date, author and active executions, newest first, page by page', async () => {
      const { publish, definition, path } = await setUp({ enabled: true })
      const contact = await createContact({ projectId: project.id })
      await client.post(`${path}/executions`, { contactId: contact._id })
      for (const name of ['b', 'c']) await publish({ ...(await definition()), name })
      const all = (await client.get(`${path}/versions`)).body
      expect(all).to.deep.include({ hasMore: false, cursor: null, total: 3 })
      const seen = all.data.map((one: Json) => [one['version'], one['activeExecutions'], one['author']])
      expect(seen).to.deep.equal([
        [3, 0, null],
        [2, 0, null],
        [1, 1, null],
      ])

      const page = (await client.get(`${path}/versions?limit=2`)).body
      expect(page.hasMore).to.equal(true)
      const rest = (await client.get(`${path}/versions?limit=2&cursor=${page.cursor}`)).body
      expect([...page.data, ...rest.data]).to.deep.equal(all.data)
      expect((await client.get(`${path}/versions?cursor=x`)).status).to.equal(400)
    })

    it('names the member who published, without an address once the account is deleted', async () => {
      const { definition, path } = await setUp()
      const owner = await createMember({ projectId: project.id, role: 'ADMIN' })
      const as = gateway.signedIn(owner, project.id)
      const res = await as.put(`${path}/definition`, { ...(await definition()), name: 'Mine' })
      expect(res.status, JSON.stringify(res.body)).to.equal(200)
      const [latest] = (await client.get(`${path}/versions`)).body.data
      expect(latest.author).to.deep.equal({ id: owner._id, email: owner.email })
      await User.deleteOne({ _id: owner._id })
      const [later] = (await client.get(`${path}/versions`)).body.data
      expect(later.author).to.deep.equal({ id: owner._id, email: null })
    })
  })
})
