import { expect } from 'chai'
import type { HttpClient } from './http-client.js'

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
