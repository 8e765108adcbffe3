import { expect } from 'chai'
import { createExecutionActivities } from '../../../activities/execution.js'
import { cancelExecution } from '../../../commands/automation/executions/cancel-execution.js'
import { Contact } from '../../support/models.js'
import type { StepRef } from '../../../models/domain/next-step.js'
import { asActivity } from '../../support/activity-context.js'
import { useDatabase } from '../../support/database.js'
import { makeStep } from '../../support/graphs.js'
import { enterStep, recordingDeps } from './entered-step.js'
import { outcomesOf } from '../../support/walks.js'

const until = (template: string) => makeStep('DELAY', { name: 'Renewal', config: { until: template } })

describe('a DELAY whose end is a template', () => {
  useDatabase()

  const activities = createExecutionActivities(recordingDeps().deps)
  const beginDelay = (ref: StepRef) => asActivity(() => activities.beginDelay(ref))

  it('waits until the date in the contact when the step is entered, and shows it from then on', async () => {
    const step = until('{{ data.renewalDate }}')
    const entered = await enterStep(step, { contact: { data: { renewalDate: '2099-03-01' } } })
    expect(await entered.read()).to.include({ status: 'RUNNING', wakeAt: null })

    const nextStep = await beginDelay(entered.ref)

    const at = new Date('2099-03-01T00:00:00Z')
    expect(nextStep).to.deep.equal({
      kind: 'DELAY',
      stepId: step.id,
      sequence: 1,
      name: 'Renewal',
      wakeAtMs: at.getTime(),
      lasts: 'until 2099-03-01 00:00 UTC',
    })
    expect(await entered.read()).to.deep.include({ status: 'WAITING', wakeAt: at })
  })

  const dates: [template: string, iso: string][] = [
    ['{{ event.at }}', '2098-01-01T08:30:00.000Z'],
    ['{{ event.at | date: "%Y-%m-%d" }}T09:00:00+01:00', '2098-01-01T08:00:00.000Z'],
    ['{{ steps.Look up.response.due }}', '2097-06-01T00:00:00.000Z'],
    ['{{ data.missing ?? 2096-02-29 }}', '2096-02-29T00:00:00.000Z'],
    ['{{ contact.createdAt }}', '2020-05-05T05:05:05.000Z'],
    [' {{ renewal date }} ', '2095-01-02T00:00:00.000Z'],
  ]
  for (const [template, iso] of dates) {
    it(`fills in ${template}`, async () => {
      const entered = await enterStep(until(template), {
        contact: { data: { 'renewal date': '2095-01-02' }, createdAt: new Date('2020-05-05T05:05:05Z') },
        context: { at: '2098-01-01T08:30:00Z' },
        past: [['Look up', { response: { due: '2097-06-01' } }]],
      })
      expect(await beginDelay(entered.ref)).to.include({ kind: 'DELAY', wakeAtMs: Date.parse(iso) })
      expect((await entered.read()).wakeAt?.toISOString()).to.equal(iso)
    })
  }

  for (const value of ['', 'soon', '2027-02-30', '{{ data.other }}', 20_270_301, null]) {
    it(`fails with invalid_date when the contact has ${JSON.stringify(value)}`, async () => {
      const entered = await enterStep(until('{{ data.renewalDate }}'), { contact: { data: { renewalDate: value } } })
      expect(await beginDelay(entered.ref)).to.deep.equal({ kind: 'END', status: 'FAILED' })
      expect(await entered.read()).to.include({ status: 'FAILED', exitReason: 'invalid_date', wakeAt: null })
      const outcome = (await outcomesOf(entered.ref.executionId))[0]
      expect(outcome).to.include({ status: 'FAILED', error: 'invalid_date', output: null })
    })
  }

  it('fails with a reason and the place when its template cannot be filled in', async () => {
    const entered = await enterStep(until('2027-{{ data.month'))
    expect(await beginDelay(entered.ref)).to.deep.equal({ kind: 'END', status: 'FAILED' })
    expect((await entered.read()).exitReason).to.match(/line 1, column 6/)
  })

  it('keeps the first end that was computed, however often it begins and however the contact changes', async () => {
    const entered = await enterStep(until('{{ data.at }}'), { contact: { data: { at: '2099-01-01' } } })
    const first = await beginDelay(entered.ref)
    await Contact.updateOne({ _id: entered.contact._id }, { $set: { 'data.at': 'never' } })
    const again = await Promise.all(Array.from({ length: 10 }, () => beginDelay(entered.ref)))
    expect(again).to.deep.equal(Array(10).fill(first))
    expect(await entered.read()).to.deep.include({ status: 'WAITING', wakeAt: new Date('2099-01-01T00:00:00Z') })
  })

  it('has one end for all attempts that begin it at the same time', async () => {
    const entered = await enterStep(until('{{ data.at }}'), { contact: { data: { at: '2099-01-01' } } })
    const begun = await Promise.all(Array.from({ length: 10 }, () => beginDelay(entered.ref)))
    expect(new Set(begun.map((nextStep) => JSON.stringify(nextStep))).size).to.equal(1)
  })

  it('does not wake an execution that was cancelled', async () => {
    const entered = await enterStep(until('2099-{{ "01-01" }}'))
    const { projectId, workflowId, ref } = entered
    await cancelExecution({ projectId, workflowId, executionId: ref.executionId })
    expect(await beginDelay(ref)).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await entered.read()).to.include({ status: 'CANCELLED', wakeAt: null })
  })
})
