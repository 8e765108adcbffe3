import { expect } from 'chai'
import { directiveFor, enterStep, type Position } from '../../../models/domain/enter-step.js'
import type { StepType } from '../../../models/domain/workflow-graph.js'
import { makeStep } from '../../support/graphs.js'

const now = new Date('2026-03-01T12:00:00.000Z')

describe('enterStep', () => {
  for (const type of ['SEND_EMAIL', 'CONDITION', 'UPDATE_CONTACT', 'EXIT'] satisfies StepType[]) {
    it(`is RUNNING in a ${type}, which wakes for nothing`, () => {
      expect(enterStep(makeStep(type), now)).to.deep.equal({ status: 'RUNNING', wakeAt: null })
    })
  }

  it('is WAITING in a DELAY until its length is over', () => {
    const step = makeStep('DELAY', { config: { amount: 2, unit: 'hours' } })
    expect(enterStep(step, now)).to.deep.equal({ status: 'WAITING', wakeAt: new Date('2026-03-01T14:00:00.000Z') })
  })

  it('is WAITING until the date that a DELAY names, and until its window opens', () => {
    const until = makeStep('DELAY', { config: { until: '2026-03-02' } })
    expect(enterStep(until, now)).to.deep.equal({ status: 'WAITING', wakeAt: new Date('2026-03-02T00:00:00.000Z') })
    const window = { days: [1], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' }
    const opening = makeStep('DELAY', { config: { window } })
    expect(enterStep(opening, now)).to.deep.equal({ status: 'WAITING', wakeAt: new Date('2026-03-02T08:00:00.000Z') })
  })

  it('is RUNNING in a DELAY whose end only its contact can tell', () => {
    const step = makeStep('DELAY', { config: { until: '{{ data.renewalDate }}' } })
    expect(enterStep(step, now)).to.deep.equal({ status: 'RUNNING', wakeAt: null })
  })

  it('is WAITING for an event, until its time-out if it has one', () => {
    const timed = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 90 } })
    expect(enterStep(timed, now)).to.deep.equal({ status: 'WAITING', wakeAt: new Date('2026-03-01T12:01:30.000Z') })
    const endless = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } })
    expect(enterStep(endless, now)).to.deep.equal({ status: 'WAITING', wakeAt: null })
  })
})

describe('directiveFor', () => {
  const delay = makeStep('DELAY', { name: 'Pause', config: { amount: 3, unit: 'days' } })
  const at = (position: Partial<Position>): Position => ({
    status: 'WAITING',
    currentStepId: delay.id,
    sequence: 2,
    wakeAt: now,
    ...position,
  })

  it('holds what the durable execution needs of a step, and nothing of its config', () => {
    expect(directiveFor([delay], at({}))).to.deep.equal({
      kind: 'DELAY',
      stepId: delay.id,
      sequence: 2,
      name: 'Pause',
      wakeAtMs: now.getTime(),
      lasts: '3 days',
    })
    const mail = makeStep('SEND_EMAIL', { name: 'Welcome', config: { templateId: 'secret' } })
    const position = at({ status: 'RUNNING', currentStepId: mail.id, wakeAt: null })
    expect(directiveFor([mail], position)).to.deep.equal({
      kind: 'SEND_EMAIL',
      stepId: mail.id,
      sequence: 2,
      name: 'Welcome',
    })
  })

  it('tells of a DELAY by template that it is to be begun, and then when it ends, and nothing it was made of', () => {
    const step = makeStep('DELAY', { name: 'Renewal', config: { until: '{{ data.secret }}' } })
    const begun = { kind: 'DELAY', stepId: step.id, sequence: 2, name: 'Renewal' }
    const unbegun = at({ status: 'RUNNING', currentStepId: step.id, wakeAt: null })
    expect(directiveFor([step], unbegun)).to.deep.equal(begun)
    expect(directiveFor([step], { ...unbegun, status: 'WAITING', wakeAt: now })).to.deep.equal({
      ...begun,
      wakeAtMs: now.getTime(),
      lasts: 'until 2026-03-01 12:00 UTC',
    })
  })

  for (const status of ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const) {
    it(`is to end when the execution is ${status}`, () => {
      expect(directiveFor([delay], at({ status }))).to.deep.equal({ kind: 'END', status })
    })
  }

  it('ends as failed at a step that is not in the graph', () => {
    expect(directiveFor([], at({}))).to.deep.equal({ kind: 'END', status: 'FAILED' })
  })
})
