import { expect } from 'chai'
import { nextStepFor, enterStep, type Position } from '../../../models/domain/enter-step.js'
import { MAX_STEP_RUNS, type Graph, type Step, type StepType } from '../../../models/domain/workflow-graph.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

const now = new Date('2026-03-01T12:00:00.000Z')

describe('enterStep', () => {
  for (const type of ['SEND_EMAIL', 'CONDITION', 'UPDATE_CONTACT', 'EXIT'] satisfies StepType[]) {
    it(`is RUNNING in a ${type}, which wakes for nothing`, () => {
      expect(enterStep(makeStep(type), now, 'UTC')).to.deep.equal({ status: 'RUNNING', wakeAt: null })
    })
  }

  const window = { days: [1], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' }
  const WAITING: [what: string, type: StepType, config: object, wakeAt: string | null][] = [
    ['in a DELAY until its length is over', 'DELAY', { amount: 2, unit: 'hours' }, '2026-03-01T14:00Z'],
    ['in a DELAY until the date that it names', 'DELAY', { until: '2026-03-02' }, '2026-03-02T00:00Z'],
    ['in a DELAY until its window opens', 'DELAY', { window }, '2026-03-02T08:00Z'],
    ['for an event until its time-out', 'WAIT_FOR_EVENT', { eventName: 'paid', timeout: 90 }, '2026-03-01T12:01:30Z'],
    ['for an event without a time-out', 'WAIT_FOR_EVENT', { eventName: 'paid' }, null],
  ]
  for (const [what, type, config, wakeAt] of WAITING) {
    it(`is WAITING ${what}`, () => {
      const step = makeStep(type, { config: { ...config } })
      expect(enterStep(step, now, 'UTC')).to.deep.equal({
        status: 'WAITING',
        wakeAt: wakeAt === null ? null : new Date(wakeAt),
      })
    })
  }

  for (const config of [
    { until: '{{ data.renewalDate }}' },
    { window: { ...window, timezone: '{{ data.timezone }}' } },
    { amount: 1, unit: 'days', timezone: '{{ data.timezone }}' },
  ]) {
    it(`is RUNNING in a DELAY ${JSON.stringify(config)}, whose end depends on its contact`, () => {
      const step = makeStep('DELAY', { config })
      expect(enterStep(step, now, 'UTC')).to.deep.equal({ status: 'RUNNING', wakeAt: null })
    })
  }
})

describe('nextStepFor', () => {
  const graphOf = (...steps: Step[]): Graph => ({ steps, transitions: [] })
  const delay = makeStep('DELAY', { name: 'Pause', config: { amount: 3, unit: 'days' } })
  const at = (position: Partial<Position>): Position => ({
    status: 'WAITING',
    currentStepId: delay.id,
    sequence: 2,
    wakeAt: now,
    ...position,
  })

  it('holds what the Temporal workflow needs of a step, and nothing of its config', () => {
    expect(nextStepFor(graphOf(delay), at({}))).to.deep.equal({
      kind: 'DELAY',
      stepId: delay.id,
      sequence: 2,
      name: 'Pause',
      wakeAtMs: now.getTime(),
      lasts: '3 days',
    })
    const mail = makeStep('SEND_EMAIL', { name: 'Welcome', config: { templateId: 'secret' } })
    const position = at({ status: 'RUNNING', currentStepId: mail.id, wakeAt: null })
    expect(nextStepFor(graphOf(mail), position)).to.deep.equal({
      kind: 'SEND_EMAIL',
      stepId: mail.id,
      sequence: 2,
      name: 'Welcome',
    })
  })

  it('describes a DELAY by template before and after its beginning, and never holds values of the template', () => {
    const step = makeStep('DELAY', { name: 'Renewal', config: { until: '{{ data.secret }}' } })
    const begun = { kind: 'DELAY', stepId: step.id, sequence: 2, name: 'Renewal' }
    const unbegun = at({ status: 'RUNNING', currentStepId: step.id, wakeAt: null })
    expect(nextStepFor(graphOf(step), unbegun)).to.deep.equal(begun)
    expect(nextStepFor(graphOf(step), { ...unbegun, status: 'WAITING', wakeAt: now })).to.deep.equal({
      ...begun,
      wakeAtMs: now.getTime(),
      lasts: 'until 2026-03-01 12:00 UTC',
    })
  })

  it('names the condition after a DELAY, and no step with an effect on the outside', () => {
    const check = makeStep('CONDITION', { name: 'Subscribed?', config: { field: 'secret' } })
    const graph = { steps: [delay, check], transitions: [makeTransition(delay, check)] }
    expect(nextStepFor(graph, at({}))).to.deep.include({ followedBy: { stepId: check.id, name: 'Subscribed?' } })
    for (const type of ['SEND_EMAIL', 'WEBHOOK', 'UPDATE_CONTACT', 'DELAY', 'EXIT'] as const) {
      const next = makeStep(type)
      const other = { steps: [delay, next], transitions: [makeTransition(delay, next)] }
      expect(nextStepFor(other, at({}))).not.to.have.property('followedBy')
    }
    expect(nextStepFor(graph, at({ sequence: MAX_STEP_RUNS }))).not.to.have.property('followedBy')
  })

  it('says for how long a WEBHOOK is called, and nothing of what is sent where', () => {
    const url = 'https://example.com/{{ email }}'
    const TIMES: [config: object, timeoutMs: number][] = [
      [{}, 10_000],
      [{ maxAttempts: 1, timeoutSeconds: 2.5, body: 'x', headers: { a: 'b' } }, 2_500],
    ]
    for (const [config, timeoutMs] of TIMES) {
      const step = makeStep('WEBHOOK', { name: 'CRM', config: { url, ...config } })
      const position = at({ status: 'RUNNING', currentStepId: step.id, wakeAt: null })
      const expected = { kind: 'WEBHOOK', stepId: step.id, sequence: 2, name: 'CRM', timeoutMs }
      expect(nextStepFor(graphOf(step), position)).to.deep.equal(expected)
    }
  })

  for (const status of ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const) {
    it(`is to end when the execution is ${status}`, () => {
      expect(nextStepFor(graphOf(delay), at({ status }))).to.deep.equal({ kind: 'END', status })
    })
  }

  it('ends as failed at a step that is not in the graph', () => {
    expect(nextStepFor(graphOf(), at({}))).to.deep.equal({ kind: 'END', status: 'FAILED' })
  })
})
