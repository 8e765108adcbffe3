import { expect } from 'chai'
import { fetchHistory, keepHistory, type HistoryEvent } from '../support/record-histories.js'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow, type StepPlan } from '../support/workflows.js'

const DAY_MS = 86_400_000
const ROUNDING_MS = 10
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

describe('steps, on the real servers', () => {
  const posthorn = useStack()

  /** Starts the execution of these steps for a contact. */
  async function begin(name: string, steps: StepPlan[], contextOf: () => object = () => ({}), contact: object = {}) {
    const { api } = posthorn
    const workflowId = await makeWorkflow(api, { name, eventName: name, steps })
    const { id: contactId } = (await api.post('/contacts', { email: `${name}@example.com`, ...contact })).body
    const started = await api.post(`/workflows/${workflowId}/executions`, { contactId, context: contextOf() })
    expect(started.status, JSON.stringify(started.body)).to.equal(201)
    const path = `/workflows/${workflowId}/executions/${started.body.id}`
    const read = async () => (await api.get(path)).body
    return { path, read, until: (...statuses: string[]) => eventually(read, ({ status }) => statuses.includes(status)) }
  }
  const closedHistory = (temporalWorkflowId: string) =>
    eventually(
      () => fetchHistory(posthorn, temporalWorkflowId),
      ({ events }) => events.at(-1)?.eventType === 'EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED',
    )
  const cancel = (path: string) => posthorn.api.delete(path)

  /** The timers of an execution, once it has any. */
  const timers = async (temporalWorkflowId: string): Promise<Timer[]> =>
    eventually(
      async () => timersIn((await fetchHistory(posthorn, temporalWorkflowId)).events),
      ({ length }) => length > 0,
    )

  it('wait until the moment in a template, show it meanwhile, and put nothing else into the history', async () => {
    let at = new Date()
    const { read, until } = await begin(
      'renewal',
      [
        { name: 'Before renewal', type: 'DELAY', config: { until: '{{ event.secretRenewal }}' } },
        { name: 'Mail', type: 'SEND_EMAIL', templateId: await makeTemplate(posthorn.api, 'Renewed') },
      ],
      () => {
        at = new Date(Date.now() + 20_000)
        return { secretRenewal: at.toISOString(), secret: 'classified' }
      },
    )

    const waiting = await until('WAITING')
    expect(waiting.wakeAt).to.equal(at.toISOString())
    expect(waiting.stepExecutions.at(-1)).to.deep.include({ status: 'WAITING' })
    const ended = await until('COMPLETED', 'FAILED')

    expect(ended).to.include({ status: 'COMPLETED', wakeAt: null })
    const [delay] = ended.stepExecutions
    expect(Date.parse(delay.completedAt)).to.be.at.least(at.getTime())
    expect(await posthorn.inbox({ to: 'renewal@example.com' })).to.have.length(1)
    const { temporalWorkflowId } = await read()
    const day = at.toISOString().slice(0, 16).replace('T', ' ')
    const [timer, ...others] = await timers(temporalWorkflowId)
    expect(others).to.deep.equal([])
    expect(timer?.summary).to.equal(`Delay until ${day} UTC · "Before renewal"`)
    expect(at.getTime()).to.be.within(...(timer?.ends ?? [0, 0]))
    const history = await closedHistory(temporalWorkflowId)
    await keepHistory('walk-delay-until', history)
    const text = JSON.stringify(history.events).replaceAll(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
      Buffer.from(data, 'base64').toString('utf8'),
    )
    for (const secret of ['secretRenewal', 'classified', 'renewal@']) expect(text).to.not.include(secret)
  })

  it('continue at once when the moment is in the past or the window is open', async () => {
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', timezone: 'Asia/Tokyo' }
    const { until } = await begin('punctual', [
      { name: 'Long ago', type: 'DELAY', config: { until: '1999-12-31' } },
      { name: 'Created', type: 'DELAY', config: { until: '{{ contact.createdAt }}' } },
      { name: 'Any time', type: 'DELAY', config: { window } },
      { name: 'Done', type: 'EXIT', config: {} },
    ])
    const ended = await until('EXITED', 'FAILED', 'COMPLETED')
    expect(ended.status).to.equal('EXITED')
    const { events } = await closedHistory(ended.temporalWorkflowId)
    // A workflow's clock lags behind by up to the length of its task, which a timer may make up for.
    for (const { ends, startedAt } of timersIn(events)) expect(ends[0]).to.be.at.most(startedAt)
  })

  it('wait until a window opens, described for operators in Temporal', async () => {
    const opens = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS + 9 * 3_600_000)
    const window = { days: [opens.getUTCDay() || 7], from: '09:00', to: '17:00', timezone: 'UTC' }
    const { path, until } = await begin('office', [{ name: 'Office hours', type: 'DELAY', config: { window } }])
    const waiting = await until('WAITING')
    expect(waiting.wakeAt).to.equal(opens.toISOString())
    const [timer] = await timers(waiting.temporalWorkflowId)
    expect(timer?.summary).to.equal(`Delay until ${WEEKDAYS[opens.getUTCDay()]} 09:00 UTC · "Office hours"`)
    expect((await cancel(path)).body).to.include({ status: 'CANCELLED', wakeAt: null })
  })

  it('wait for 365 days, and until the end of the calendar, in one timer', async () => {
    const year = await begin('year', [{ name: 'A year', type: 'DELAY', config: { amount: 365, unit: 'days' } }])
    const waiting = await year.until('WAITING')
    expect(Date.parse(waiting.wakeAt) - Date.parse(waiting.startedAt)).to.equal(365 * DAY_MS)
    const [timer, ...others] = await timers(waiting.temporalWorkflowId)
    expect(others).to.deep.equal([])
    expect(Date.parse(waiting.wakeAt)).to.be.within(...(timer?.ends ?? [0, 0]))
    expect(timer?.summary).to.equal('Delay 365 days · "A year"')

    const never = await begin(
      'never',
      [{ name: 'Never', type: 'DELAY', config: { until: '{{ data.end }}' } }],
      () => ({}),
      { data: { end: '9999-12-31' } },
    )
    const forever = await never.until('WAITING')
    expect(forever.wakeAt).to.equal('9999-12-31T00:00:00.000Z')
    expect((await timers(forever.temporalWorkflowId)).map(({ summary }) => summary)).to.deep.equal([
      'Delay until 9999-12-31 00:00 UTC · "Never"',
    ])
    for (const { path } of [year, never]) expect((await cancel(path)).status).to.equal(200)
  })

  it('fail when a template contains no date', async () => {
    const { until } = await begin(
      'vague',
      [{ name: 'Some day', type: 'DELAY', config: { until: '{{ event.at }}' } }],
      () => ({ at: 'some day' }),
    )
    const failed = await until('FAILED', 'COMPLETED')
    expect(failed).to.include({ status: 'FAILED', exitReason: 'invalid_date' })
    expect(failed.stepExecutions.at(-1)).to.include({ status: 'FAILED', error: 'invalid_date' })
  })
})

/** The first and the last moment at which a timer may end, and its summary for operators. */
interface Timer {
  startedAt: number
  ends: [number, number]
  summary: string
}

function timersIn(events: HistoryEvent[]): Timer[] {
  return events.flatMap((event, index) => {
    if (event.eventType !== 'EVENT_TYPE_TIMER_STARTED') return []
    const { startToFireTimeout } = event['timerStartedEventAttributes'] as { startToFireTimeout: string }
    const task = events.slice(0, index).findLast(({ eventType }) => eventType === 'EVENT_TYPE_WORKFLOW_TASK_STARTED')
    const { data } = (event['userMetadata'] as { summary: { data: string } }).summary
    const lastsMs = Number.parseFloat(startToFireTimeout) * 1_000
    const startedAt = timeOf(event)
    // The workflow measures from a moment within its task.
    const ends: [number, number] = [timeOf(task) + lastsMs - ROUNDING_MS, startedAt + lastsMs + ROUNDING_MS]
    return [{ startedAt, ends, summary: JSON.parse(Buffer.from(data, 'base64').toString()) as string }]
  })
}

function timeOf(event: HistoryEvent | undefined): number {
  return Date.parse(String(event?.['eventTime']))
}
