import { unescapeData } from '../../domain/fields.js'
import { groupBy } from '../../domain/group-by.js'
import { Event, type EventRecord } from '../../event.js'
import type { Intent } from '../../intent.js'
import type { WorkflowRecord } from '../../workflow.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'
import { startExecution } from '../executions/start-execution.js'
import { endWaits, findAwaited } from './end-waits.js'
import { findTriggered } from './find-triggered.js'
import { refuseLoop } from './refuse-loop.js'

/** Chains of executions that set each other off end here. */
export const MAX_DEPTH = 10

/**
 * Does in the database what events set off: ends the waits that were open before them, then makes executions of the
 * workflows they trigger, and brings tracked segments up to date. All are compare-and-sets under business keys, so
 * that repeating it changes nothing. Returns the intents that follow; an event that nothing listens for leaves none.
 */
export async function dispatchEvents(eventIds: string[]): Promise<Intent[]> {
  const events = await Event.find({ _id: { $in: eventIds }, 'dispatch.state': 'pending' })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  const listening = events.filter(({ contactId }) => contactId !== null)
  const [awaited, triggered] = await Promise.all([findAwaited(listening), findTriggered(listening)])
  const intents: Intent[] = []
  for (const event of listening) {
    if (awaited.has(event._id)) intents.push(...(await endWaits(event)))
    for (const workflow of triggered.get(event._id) ?? []) intents.push(...(await trigger(event, workflow)))
  }
  for (const [projectId, ofProject] of groupBy(listening, (event) => event.projectId)) {
    const contactIds = unique(ofProject.map(({ contactId }) => contactId ?? ''))
    const depth = Math.max(...ofProject.map((event) => event.depth))
    intents.push(...(await evaluateSegments(projectId, contactIds, depth)))
  }
  await Event.updateMany({ _id: { $in: eventIds }, 'dispatch.state': 'pending' }, { $unset: { dispatch: 1 } })
  return intents
}

async function trigger(event: EventRecord, workflow: WorkflowRecord): Promise<Intent[]> {
  if (event.contactId === null) return []
  if (event.depth >= MAX_DEPTH) {
    await refuseLoop(event, workflow)
    return []
  }
  const started = await startExecution({
    workflow,
    contactId: event.contactId,
    context: unescapeData(event.data),
    sourceEventId: event._id,
    depth: event.depth + 1,
  })
  return started?.intents ?? []
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
