import { expect } from 'chai'
import { createExecutionActivities } from '../../../activities/execution.js'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { Execution } from '../../support/models.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { completed, failed } from '../../../models/step-execution.js'
import { dispatchExecution } from '../../../outbox/dispatch.js'
import type { Start, Temporal } from '../../../outbox/temporal.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Project } from '../../../models/project.js'
import { recordingDeps } from '../../activities/execution/entered-step.js'
import { asActivity } from '../../support/activity-context.js'
import { createContact, createWorkflow } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchEvents } from '../../support/outbox.js'
import { useProject } from '../../support/project.js'
import { beginExecution, currentRef, storeEvent } from '../../support/walks.js'

const BERLIN = 'Europe/Berlin'
const DAY_MS = 86_400_000
// From any day on, clocks in Berlin and in New York have another offset after one of these numbers of days.
const AMOUNTS = [120, 240]

/** When a delay of so many days began and ended. */
interface End {
  from: Date
  to: Date
  amount: number
}

const clockIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(at)

describe('the end of a delay of whole days', () => {
  const { project, client } = useProject()

  beforeEach(async () => {
    await Project.updateOne({ _id: project.id }, { $set: { timezone: BERLIN } })
  })

  const delay = (amount: number, timezone?: string) =>
    makeStep('DELAY', { config: { amount, unit: 'days', ...(timezone === undefined ? {} : { timezone }) } })
  const workflowOf = (...steps: Step[]) => createWorkflow({ projectId: project.id, steps })
  const contact = async (data: Record<string, unknown> = {}) =>
    (await createContact({ projectId: project.id, data }))._id
  const read = ({ _id }: { _id: string }) => Execution.findById(_id).orFail().lean()

  /** Checks the ends of delays of each amount, in a zone. */
  async function expectSameClock(zone: string, endsOf: (amount: number) => Promise<End[]>): Promise<void> {
    const ends: End[] = []
    for (const amount of AMOUNTS) ends.push(...(await endsOf(amount)))
    for (const { from, to, amount } of ends) {
      const clock = clockIn(zone, from)
      // On the day when summer time begins, the clock skips from 2 to 3.
      const isSkipped = clock.startsWith('02') && clockIn(zone, to).startsWith('03')
      const expected = isSkipped ? clock.replace('02', '03') : clock
      expect(clockIn(zone, to), `${amount} days from ${from.toISOString()}`).to.equal(expected)
      expect(Math.round((Number(to) - Number(from)) / DAY_MS)).to.equal(amount)
    }
    const areExact = ends.every(({ from, to, amount }) => Number(to) - Number(from) === amount * DAY_MS)
    expect(areExact, 'no clock changed').to.equal(zone === 'UTC')
  }
  const endOf = ({ startedAt, wakeAt }: ExecutionRecord, amount: number): End => ({
    from: startedAt,
    to: wakeAt as Date,
    amount,
  })

  it('is at the same time of day in the time zone of the project, for a start by the API', async () => {
    await expectSameClock(BERLIN, async (amount) => {
      const { _id } = await workflowOf(delay(amount))
      const { status, body } = await client.post(`/workflows/${_id}/executions`, { contactId: await contact() })
      const end = endOf(await read({ _id: body.id }), amount)
      expect([status, body.wakeAt]).to.deep.equal([201, end.to.toISOString()])
      return [end]
    })
  })

  it('is the same for a start by an event, and for several at once', async () => {
    await expectSameClock(BERLIN, async (amount) => {
      const workflow = await workflowOf(delay(amount))
      const events = []
      for (let n = 0; n < 3; n += 1)
        events.push(await storeEvent({ projectId: project.id, contactId: await contact(), name: 'started' }))
      await dispatchEvents(events.map(({ _id }) => _id))
      const executions = await Execution.find({ workflowId: workflow._id }).lean()
      expect(executions).to.have.length(3)
      await client.patch(`/workflows/${workflow._id}`, { enabled: false })
      return executions.map((execution) => endOf(execution, amount))
    })
  })

  it('is the same after another step, and after a retry', async () => {
    await expectSameClock(BERLIN, async (amount) => {
      const workflow = await workflowOf(makeStep('UPDATE_CONTACT'), delay(amount))
      const execution = await beginExecution(workflow, await contact())
      await completeStep(currentRef(execution), completed(null))
      const entered = await read(execution)
      const first = { from: entered.steps?.[0]?.completedAt as Date, to: entered.wakeAt as Date, amount }
      await completeStep(currentRef(entered), failed('broken'))
      const began = Date.now()
      const path = `/workflows/${execution.workflowId}/executions/${execution._id}/retry`
      const { body } = await client.post(path, { version: 'current' })
      const to = new Date(body.wakeAt)
      // To the hour, because only the answer shows when the delay began again.
      const from = new Date(to.getTime() - Math.round((Number(to) - began) / 3_600_000) * 3_600_000)
      return [first, { from, to, amount }]
    })
  })

  it('is in the time zone of the step when it has one', async () => {
    for (const zone of ['UTC', 'America/New_York']) {
      await expectSameClock(zone, async (amount) => [
        endOf(await beginExecution(await workflowOf(delay(amount, zone)), await contact()), amount),
      ])
    }
  })

  const FOUND = ['America/New_York', ' america/new_york ', 'Europe/Atlantis', '', undefined, null, 5, '+01:00']
  for (const timezone of FOUND) {
    const zone = /york/.test(String(timezone).toLowerCase()) ? 'America/New_York' : BERLIN
    it(`is in ${zone} when a template finds ${JSON.stringify(timezone) ?? 'nothing'} in the contact`, async () => {
      const activities = createExecutionActivities(recordingDeps().deps)
      await expectSameClock(zone, async (amount) => {
        const contactId = await contact(timezone === undefined ? {} : { timezone })
        const begun = await beginExecution(await workflowOf(delay(amount, '{{ data.timezone }}')), contactId)
        expect(begun).to.include({ status: 'RUNNING', wakeAt: null })
        const nextStep = await asActivity(() => activities.beginDelay(currentRef(begun)))
        expect(JSON.stringify(nextStep)).not.to.match(/york|berlin/i)
        const { stepStartedAt, wakeAt } = await read(begun)
        return [{ from: stepStartedAt as Date, to: wakeAt as Date, amount }]
      })
    })
  }

  it('is correct when the process that began it ended before it knew the time zone', async () => {
    await expectSameClock(BERLIN, async (amount) => {
      const workflow = await workflowOf(delay(amount))
      await Project.updateOne({ _id: project.id }, { $set: { timezone: 'UTC' } })
      const execution = await beginExecution(workflow, await contact())
      await Project.updateOne({ _id: project.id }, { $set: { timezone: BERLIN } })
      const started: Start[] = []
      const temporal = { start: async (start: Start) => void started.push(start) } as unknown as Temporal
      await dispatchExecution(temporal, { projectId: project.id, id: execution._id })
      const { startedAt: from, wakeAt } = await read(execution)
      const [{ input } = { input: {} }] = started
      expect(input).to.have.nested.property('next.wakeAtMs', Number(wakeAt))
      return [{ from, to: wakeAt as Date, amount }]
    })
  })
})

describe('a window in a templated time zone', () => {
  const { project, client } = useProject()

  // In none of the zones is it this hour now, and clocks are changed on Sundays.
  const hour = String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')
  const WORKDAYS = { days: [1, 2, 3, 4, 5, 6], from: `${hour}:00`, to: `${hour}:01` }

  for (const [timezone, zone] of Object.entries({ 'Asia/Kathmandu': 'Asia/Kathmandu', nowhere: BERLIN, '': BERLIN })) {
    it(`opens at its time in ${zone} for a contact with ${JSON.stringify(timezone)}`, async () => {
      await Project.updateOne({ _id: project.id }, { $set: { timezone: BERLIN } })
      const step = makeStep('DELAY', { config: { window: { ...WORKDAYS, timezone: '{{ data.timezone }}' } } })
      const workflow = await createWorkflow({ projectId: project.id, steps: [step] })
      const { _id: contactId } = await createContact({ projectId: project.id, data: { timezone } })
      const { body } = await client.post(`/workflows/${workflow._id}/executions`, { contactId })
      const execution = await Execution.findById(body.id).orFail().lean()
      const activities = createExecutionActivities(recordingDeps().deps)
      const nextStep = await asActivity(() => activities.beginDelay(currentRef(execution)))
      const { wakeAt, status } = await Execution.findById(body.id).orFail().lean()
      expect(status).to.equal('WAITING')
      expect(clockIn(zone, wakeAt as Date).slice(0, 5)).to.equal(WORKDAYS.from)
      expect(JSON.stringify(nextStep)).not.to.include(timezone || 'Berlin')
    })
  }

  it('is refused if it is neither a template nor a time zone, and beside an amount without days', async () => {
    const { body } = await client.post('/workflows', { name: 'w', eventName: 'e' })
    const add = (config: object) => client.post(`/workflows/${body.id}/steps`, { type: 'DELAY', name: 'd', config })
    for (const [config, fault] of [
      [{ window: { ...WORKDAYS, timezone: 'Berlin' } }, 'config.window.timezone invalid_string'],
      [{ window: { ...WORKDAYS, timezone: '{{ data.timezone' } }, 'config.window.timezone liquid_syntax'],
      [{ amount: 1, unit: 'days', timezone: 'CEST' }, 'config.timezone invalid_string'],
      [{ amount: 1, unit: 'weeks', timezone: '{{ data' }, 'config.timezone liquid_syntax'],
      [{ until: '2030-01-01', timezone: 'UTC' }, 'config.timezone custom'],
      [{ window: { ...WORKDAYS, timezone: 'UTC' }, timezone: 'UTC' }, 'config.timezone custom'],
    ] as const) {
      expect(await add(config), JSON.stringify(config)).to.deep.include({ status: 422, faults: [fault] })
    }
    for (const config of [
      { amount: 1, unit: 'days', timezone: 'Europe/Berlin' },
      { amount: 1, unit: 'weeks', timezone: '{{ data.timezone }}' },
      { window: { ...WORKDAYS, timezone: '{{ data.timezone ?? UTC }}' } },
    ]) {
      const { status, body: step } = await add(config)
      expect([status, step.config]).to.deep.equal([201, config])
    }
  })
})
