import { expect } from 'chai'
import { stepFaults, triggerFaults } from '../../../models/domain/workflow-faults.js'
import type { StepType } from '../../../models/domain/workflow-graph.js'
import { makeStep } from '../../support/graphs.js'

describe('stepFaults', () => {
  const table: [type: StepType, config: Record<string, unknown>, lacking: string[]][] = [
    ['TRIGGER', {}, []],
    ['EXIT', {}, []],
    ['SEND_EMAIL', {}, ['templateId']],
    ['SEND_EMAIL', { recipient: { type: 'CONTACT' } }, ['templateId']],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM' } }, ['templateId', 'recipient.customEmail']],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM', customEmail: '{{ data.manager }}' } }, ['templateId']],
    ['DELAY', {}, ['amount', 'unit']],
    ['DELAY', { window: { days: [1], to: '17:00', timezone: 'UTC' } }, ['window.from']],
    ['WAIT_FOR_EVENT', { timeout: 60 }, ['eventName']],
    ['WAIT_FOR_EVENT', { eventName: 'paid' }, []],
    ['CONDITION', {}, ['field', 'operator', 'value']],
    ['CONDITION', { field: 'data.plan', operator: 'equals' }, ['value']],
    ['CONDITION', { field: 'data.plan', operator: 'exists' }, []],
    ['CONDITION', { field: 'data.plan', operator: 'notExists' }, []],
    ['CONDITION', { field: 'data.paid', operator: 'equals', value: false }, []],
    ['CONDITION', { field: 'data.count', operator: 'greaterThan', value: 0 }, []],
    ['CONDITION', { field: 'data.plan', operator: 'notEquals', value: '' }, []],
    ['CONDITION', { field: 'data.seenAt', operator: 'within' }, ['value', 'unit']],
    ['CONDITION', { field: 'data.renews', operator: 'withinNext' }, ['value', 'unit']],
    ['CONDITION', { field: 'data.birthday', operator: 'anniversary' }, []],
    ['CONDITION', { field: 'event.paid', operator: 'triggeredWithin', value: 1 }, ['unit']],
    ['CONDITION', { field: 'event.paid', operator: 'triggered' }, []],
    ['UPDATE_CONTACT', {}, ['updates']],
    ['UPDATE_CONTACT', { subscriptionAction: 'none', updates: {} }, ['updates']],
    ['UPDATE_CONTACT', { updates: { email: 'reserved@example.com', name: '' } }, ['updates']],
    ['UPDATE_CONTACT', { updates: { plan: null } }, []],
    ['UPDATE_CONTACT', { subscriptionAction: 'unsubscribe' }, []],
  ]
  for (const [type, config, lacking] of table) {
    it(`${type} ${JSON.stringify(config)} lacks ${lacking.join(' and ') || 'nothing'}`, () => {
      const step = makeStep(type, { config })
      expect(stepFaults([step])).to.have.lengthOf(lacking.length)
      expect(stepFaults([step]).map(({ field, code }) => [field, code])).to.deep.equal(
        lacking.map((field) => [`steps.${step.id}.config.${field}`, 'required']),
      )
    })
  }

  it('lists the faults of all steps together', () => {
    expect(stepFaults([makeStep('SEND_EMAIL'), makeStep('EXIT'), makeStep('DELAY')])).to.have.lengthOf(3)
  })
})

describe('triggerFaults', () => {
  it('asks for the name of the event where events start the workflow, and nowhere else', () => {
    expect(triggerFaults({ triggerType: 'EVENT', triggerConfig: {} })).to.deep.include({
      field: 'triggerConfig.eventName',
      message: 'Choose the event that starts the workflow',
      code: 'required',
    })
    expect(triggerFaults({ triggerType: 'EVENT', triggerConfig: { eventName: 'a' } })).to.deep.equal([])
    expect(triggerFaults({ triggerType: 'MANUAL', triggerConfig: {} })).to.deep.equal([])
  })
})
