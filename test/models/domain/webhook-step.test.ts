import { expect } from 'chai'
import { nextStepFor } from '../../../models/domain/enter-step.js'
import { makeStep } from '../../support/graphs.js'

describe('the nextStep of a WEBHOOK step', () => {
  const nextStep = (config: Record<string, unknown>) => {
    const step = makeStep('WEBHOOK', { name: 'CRM', config: { url: 'https://example.com/{{ email }}', ...config } })
    const position = { status: 'RUNNING', currentStepId: step.id, sequence: 2, wakeAt: null } as const
    const { stepId, ...rest } = nextStepFor({ steps: [step], transitions: [] }, position) as { stepId: string }
    expect(stepId).to.equal(step.id)
    return rest
  }
  const fields = { kind: 'WEBHOOK', sequence: 2, name: 'CRM' }

  it('says for how long it is called, and nothing of what is sent where', () => {
    expect(nextStep({})).to.deep.equal({ ...fields, timeoutMs: 10_000 })
    expect(nextStep({ maxAttempts: 1, timeoutSeconds: 2.5, body: 'x', headers: { a: 'b' } })).to.deep.equal({
      ...fields,
      timeoutMs: 2_500,
    })
  })
})
