import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { Wait } from '../../../models/wait.js'
import { JOURNEY_MAILS, WAIT_SECONDS } from '../load/journey.js'
import type { AskedEvent } from '../load/ledger.js'
import { EVENTS } from '../load/track.js'
import type { Evidence } from './evidence.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { check, type Finding } from './findings.js'
import { stepRunsOf } from './step-runs.js'

interface StoredEvent {
  _id: string
  name: string
  contactId: string
  createdAt: Date
  data: { request?: number }
}

const NAMES = Object.values(EVENTS)

/** Whether each event is stored as often as its answers say, and started what it should. */
export async function auditEvents({ scene }: Evidence): Promise<Finding[]> {
  const projectId = scene.mixed.id
  const stored = await Event.find({ projectId, name: { $in: NAMES } }).lean<StoredEvent[]>()
  const byNumber = groupBy(stored, ({ data }) => String(data.request))
  const countOf = ({ number }: AskedEvent): number => byNumber.get(String(number))?.length ?? 0
  const { events } = scene.ledger
  const of = (verdict: AskedEvent['verdict']): AskedEvent[] => events.filter((asked) => asked.verdict === verdict)
  const starting = stored.filter(({ name }) => name === EVENTS.start)
  const executions = groupBy(
    await Execution.find({ projectId }, { sourceEventId: 1 }).lean(),
    ({ sourceEventId }) => sourceEventId ?? '',
  )
  return [
    check('an acknowledged event is stored once', of('acknowledged'), (asked) => {
      const id = byNumber.get(String(asked.number))?.[0]?._id
      if (countOf(asked) !== 1) return `request ${asked.number}: ${countOf(asked)} events`
      return asked.eventId === null || asked.eventId === id
        ? null
        : `request ${asked.number}: answered ${asked.eventId}, stored ${id}`
    }),
    {
      ...check('an event without an answer is stored once or not at all', of('unknown'), (asked) =>
        countOf(asked) <= 1 ? null : `request ${asked.number}: ${countOf(asked)} events`,
      ),
      note: `${of('unknown').filter((asked) => countOf(asked) > 0).length} happened; answered 503 and stored: ${of('unknown').filter((asked) => asked.wasUnavailable && countOf(asked) > 0).length}`,
    },
    check('a refused event is not stored', of('refused'), (asked) =>
      countOf(asked) === 0 ? null : `request ${asked.number}: ${countOf(asked)} events`,
    ),
    check(
      'an idempotency key of an event was taken once',
      events.filter(({ key }) => key !== null),
      ({ number, successes }) => (successes <= 1 ? null : `request ${number}: answered 200 ${successes} times`),
    ),
    check('an event that starts a workflow started it once', starting, ({ _id }) => {
      const count = executions.get(_id)?.length ?? 0
      return count === 1 ? null : `event ${_id}: ${count} executions`
    }),
  ]
}

/** Whether each execution came to its end by the right way, with the right mails. */
export async function auditExecutions({ scene, emails }: Evidence): Promise<Finding[]> {
  const projectId = scene.mixed.id
  const executions = await Execution.find({ projectId }).lean()
  const steps = groupBy(await stepRunsOf({ projectId }), ({ executionId }) => executionId)
  const waits = await Wait.find({ projectId }).lean()
  const nexts = await Event.find({ projectId, name: EVENTS.next }).lean<StoredEvent[]>()
  const nextOf = groupBy(nexts, ({ contactId }) => contactId)
  const mails = groupBy(emails.values(), ({ executionId }) => executionId ?? '')
  const matched = new Set(waits.filter(({ state }) => state === 'matched').map(({ executionId }) => executionId))
  return [
    {
      ...check('an execution came to its end', executions, ({ _id, status, currentStepId }) => {
        const failed = steps.get(_id)?.find((step) => step.status === 'FAILED')
        return status === 'EXITED'
          ? null
          : `${_id}: ${status} at ${currentStepId}, ${failed?.error ?? 'no step failed'}`
      }),
      note: `${matched.size} by their event`,
    },
    check('an execution has its two emails', executions, ({ _id }) => {
      const subjects = (mails.get(_id) ?? []).map(({ subject }) => subject).toSorted()
      const wanted = [JOURNEY_MAILS.first, matched.has(_id) ? JOURNEY_MAILS.event : JOURNEY_MAILS.timeout].toSorted()
      return subjects.join() === wanted.join() ? null : `${_id}: ${subjects.join(', ')}`
    }),
    check('a wait saw each event in its time', waits, ({ _id, executionId, contactId, since, state }) => {
      const until = since.getTime() + WAIT_SECONDS * 1_000
      const inTime = (nextOf.get(contactId) ?? []).some(
        ({ createdAt }) => createdAt.getTime() > since.getTime() && createdAt.getTime() < until,
      )
      return inTime && state !== 'matched' ? `${_id} of ${executionId}: ${state} although the event was there` : null
    }),
    check('a wait is over', waits, ({ _id, state }) => (state === 'open' ? _id : null)),
  ]
}

/** Whether each webhook was delivered at least once, always under one id. */
export async function auditWebhooks({ scene }: Evidence): Promise<Finding[]> {
  const { receiver } = scene.cluster
  const projectId = scene.mixed.id
  const called = (await stepRunsOf({ projectId })).filter(({ output }) => output?.['success'] === true)
  const byExecution = groupBy(receiver.delivered.entries(), ([, { executionId }]) => executionId)
  const deliveries = [...receiver.delivered.values()]
  const times = deliveries.reduce((sum, delivered) => sum + delivered.times, 0)
  return [
    {
      ...check('a webhook was delivered, always under one id', called, ({ executionId, sequence }) => {
        const ids = byExecution.get(executionId) ?? []
        const [first] = ids
        if (ids.length !== 1 || !first) return `${executionId}: ${ids.length} ids`
        const [id, { accepted }] = first
        return id === `${executionId}:${sequence}` && accepted > 0
          ? null
          : `${executionId}: ${id}, accepted ${accepted}`
      }),
      note: `${times} calls, ${deliveries.length} effects`,
    },
    {
      promise: 'a webhook is signed',
      checked: times,
      broken: receiver.wrong > 0 ? [`${receiver.wrong} calls are not`] : [],
    },
  ]
}
