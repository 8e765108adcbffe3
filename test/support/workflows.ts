import { expect } from 'chai'
import type { WorkflowRecord } from '../../models/workflow.js'
import { createWorkflow } from './factories.js'
import type { ClientResponse, HttpClient } from './http-client.js'

/** A step of a workflow about to be made; a step without `after` follows the one before it. */
export interface StepPlan {
  name: string
  type: string
  config?: object
  templateId?: string
  after?: { step: string; branch?: string }
}

/** Makes a workflow over the API and enables it; returns its id. */
export async function makeWorkflow(
  api: HttpClient,
  plan: { name: string; eventName: string; allowReentry?: boolean; steps: StepPlan[] },
): Promise<string> {
  const { steps, ...workflow } = plan
  const made = await api.post('/workflows', workflow)
  expect(made.status).to.equal(201)
  const { id } = made.body
  const whole = await api.get(`/workflows/${id}`)
  const ids = new Map<string, string>([['TRIGGER', whole.body.steps[0].id]])
  let last = 'TRIGGER'
  for (const { after = { step: last }, ...step } of steps) {
    const added = await api.post(`/workflows/${id}/steps`, { config: {}, ...step })
    expect(added.status, JSON.stringify(added.body)).to.equal(201)
    ids.set(step.name, added.body.id)
    const { step: from, branch } = after
    const transition = { fromStepId: ids.get(from), toStepId: added.body.id, ...(branch ? { branch } : {}) }
    const linked = await api.post(`/workflows/${id}/transitions`, transition)
    expect(linked.status, JSON.stringify(linked.body)).to.equal(201)
    last = step.name
  }
  const enabled = await api.patch(`/workflows/${id}`, { enabled: true })
  expect(enabled.status, JSON.stringify(enabled.body)).to.equal(200)
  return id
}

/** Makes a template over the API that says whom it is for; returns its id. */
export async function makeTemplate(api: HttpClient, subject: string): Promise<string> {
  const { status, body } = await api.post('/templates', {
    name: subject,
    subject,
    body: '<p>Hello {{ email }}</p>',
    from: 'hello@example.com',
    type: 'TRANSACTIONAL',
  })
  expect(status, JSON.stringify(body)).to.equal(201)
  return body.id
}

/** A stored workflow with the requests that read and change it; it is disabled unless `fields` say otherwise. */
export async function openWorkflow(client: HttpClient, fields: Parameters<typeof createWorkflow>[0]) {
  const workflow: WorkflowRecord = await createWorkflow({ enabled: false, ...fields })
  const path = `/workflows/${workflow._id}`
  return {
    workflow,
    path,
    read: async (): Promise<ClientResponse['body']> => (await client.get(path)).body,
    change: (body: object) => client.patch(path, body),
    addStep: (body: object) => client.post(`${path}/steps`, body),
    changeStep: (stepId: string, body: object) => client.patch(`${path}/steps/${stepId}`, body),
    removeStep: (stepId: string, query = '') => client.delete(`${path}/steps/${stepId}${query}`),
    link: (body: object) => client.post(`${path}/transitions`, body),
    unlink: (transitionId: string | undefined) => client.delete(`${path}/transitions/${transitionId}`),
  }
}

/** A workflow of `openWorkflow`. */
export type OpenWorkflow = Awaited<ReturnType<typeof openWorkflow>>

/** Adds a step with each config, which is stored as it was sent, or as `stored`. */
export async function expectConfigsKept(
  { addStep, read }: OpenWorkflow,
  configs: readonly (readonly [type: string, config: object, stored?: object])[],
): Promise<void> {
  for (const [type, config, stored = config] of configs) {
    const res = await addStep({ type, name: type, config })
    expect(res.status, JSON.stringify(res.body)).to.equal(201)
    expect(res.body.config).to.deep.equal(stored)
  }
  const { steps } = await read()
  expect(steps.slice(1).map(({ config }: { config: object }) => config)).to.deep.equal(
    configs.map(([, config, stored = config]) => stored),
  )
}

/** Adds a step with each config, which is refused with these faults of its fields, and changes nothing. */
export async function expectConfigsRefused(
  { addStep, read }: OpenWorkflow,
  configs: readonly (readonly [type: string, config: object, ...faults: string[]])[],
): Promise<void> {
  for (const [type, config, ...faults] of configs) {
    const res = await addStep({ type, name: 'x', config })
    const what = JSON.stringify([type, config]).slice(0, 200)
    expect(res.status, what).to.equal(422)
    expect(res.faults, what).to.have.members(faults)
  }
  expect((await read()).version).to.equal(1)
}
