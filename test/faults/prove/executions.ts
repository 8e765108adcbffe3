import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { Wait } from '../../../models/wait.js'
import { newId } from '../../../runtime/ids.js'
import { JOURNEY_MAILS } from '../load/journey.js'
import type { AskedEvent } from '../load/ledger.js'
import type { Scene } from '../load/scene.js'
import { EVENTS } from '../load/track.js'
import { changeStored, copyStored, deleteStored, findStored, type Stored } from './stored.js'
import { changeMemory, type Tampering } from './tampering.js'

/** What may happen to events, executions and webhooks. */
export const EXECUTION_TAMPERINGS: readonly Tampering[] = [
  {
    what: 'an acknowledged event is deleted',
    promise: 'an acknowledged event is stored once',
    async tamper(scene) {
      const { asked, event } = await acknowledgedEvent(scene)
      return { names: `request ${asked.number}: 0 events`, undo: await deleteStored(Event, event) }
    },
  },
  {
    what: 'an event is stored twice',
    promise: 'an acknowledged event is stored once',
    async tamper(scene) {
      const { asked, event } = await acknowledgedEvent(scene)
      return { names: `request ${asked.number}: 2 events`, undo: await copyStored(Event, event, newId()) }
    },
  },
  {
    what: 'an execution that an event started is deleted',
    promise: 'an event that starts a workflow started it once',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id })
      return { names: String(execution['sourceEventId']), undo: await deleteStored(Execution, execution) }
    },
  },
  {
    what: 'an execution is stuck',
    promise: 'an execution came to its end',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id })
      const stuck = { $set: { status: 'WAITING', completedAt: null } }
      return { names: execution._id, undo: await changeStored(Execution, execution, stuck) }
    },
  },
  {
    what: 'an email of an execution is missing',
    promise: 'an execution has its two emails',
    async tamper({ mixed }) {
      const email = await findStored(Email, { projectId: mixed.id, subject: JOURNEY_MAILS.first })
      return { names: String(email['executionId']), undo: await deleteStored(Email, email) }
    },
  },
  {
    what: 'a wait timed out although its event was there',
    promise: 'a wait saw each event in its time',
    async tamper({ mixed }) {
      const wait = await findStored(Wait, { projectId: mixed.id, state: 'matched' })
      return { names: wait._id, undo: await changeStored(Wait, wait, { $set: { state: 'timed_out' } }) }
    },
  },
  {
    what: 'a wait is left open',
    promise: 'a wait is over',
    async tamper({ mixed }) {
      const wait = await findStored(Wait, { projectId: mixed.id })
      return { names: wait._id, undo: await changeStored(Wait, wait, { $set: { state: 'open' } }) }
    },
  },
  {
    what: 'a webhook that was called successfully never arrived',
    promise: 'a webhook was delivered, always under one id',
    async tamper({ mixed, cluster }) {
      const { delivered } = cluster.receiver
      const { _id: executionId } = await findStored(Execution, { projectId: mixed.id, 'steps.output.success': true })
      const [id = '', kept] = [...delivered].find(([, one]) => one.executionId === executionId) ?? []
      delivered.delete(id)
      return { names: executionId, undo: async () => (kept ? delivered.set(id, kept) : null) }
    },
  },
  {
    what: 'an event without an answer is stored twice',
    promise: 'an event without an answer is stored once or not at all',
    async tamper(scene) {
      const { asked, event } = await acknowledgedEvent(scene)
      const forget = changeMemory(asked, { verdict: 'unknown' })
      const remove = await copyStored(Event, event, newId())
      return { names: `request ${asked.number}: 2 events`, undo: () => Promise.all([forget(), remove()]) }
    },
  },
  {
    what: 'a refused event is stored',
    promise: 'a refused event is not stored',
    async tamper(scene) {
      const { asked } = await acknowledgedEvent(scene)
      return { names: `request ${asked.number}: 1 events`, undo: changeMemory(asked, { verdict: 'refused' }) }
    },
  },
  {
    what: 'a key of an event was taken twice',
    promise: 'an idempotency key of an event was taken once',
    async tamper({ ledger }) {
      const asked = ledger.events.find(({ key }) => key !== null)
      if (!asked) throw new Error('The run has no event with a key')
      return { names: `request ${asked.number}:`, undo: changeMemory(asked, { successes: 2 }) }
    },
  },
  {
    what: 'a call of a webhook is not signed',
    promise: 'a webhook is signed',
    async tamper({ cluster }) {
      const { receiver } = cluster
      receiver.wrong += 1
      return { names: '1 calls', undo: async () => (receiver.wrong -= 1) }
    },
  },
  {
    what: 'a step failed',
    promise: 'no step failed',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id, 'steps.0': { $exists: true } })
      const failed = { 'steps.0.status': 'FAILED', 'steps.0.error': 'tampered' }
      return { names: `${execution._id} at`, undo: await changeStored(Execution, execution, { $set: failed }) }
    },
  },
]

async function acknowledgedEvent({ mixed, ledger }: Scene): Promise<{ asked: AskedEvent; event: Stored }> {
  const asked = ledger.events.find(({ verdict, name }) => verdict === 'acknowledged' && name === EVENTS.idle)
  if (!asked) throw new Error('The run has no acknowledged event')
  return { asked, event: await findStored(Event, { projectId: mixed.id, 'data.request': asked.number }) }
}
