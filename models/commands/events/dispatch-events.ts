import { unescapeData } from '../../domain/fields.js'
import { groupBy } from '../../domain/group-by.js'
import { Event, type EventRecord } from '../../event.js'
import { pending, type Intent } from '../../intent.js'
import { Wait } from '../../wait.js'
import { Workflow, type WorkflowRecord } from '../../workflow.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'
import { startExecution } from '../executions/start-execution.js'

/** Chains of executions that set each other off end here. */
export const MAX_DEPTH = 10

/**
 * Does in the database what events set off: ends the waits that were open before them, then makes executions
 * of the workflows they trigger, and brings tracked segments up to date. All are compare-and-sets under business keys, so that repeating it changes
 * nothing. Returns the intents that follow; an event that nothing listens for leaves none.
 */
export async function dispatchEvents(eventIds: string[]): Promise<Intent[]> {
  const events = await Event.find({ _id: { $in: eventIds }, 'dispatch.state': 'pending' }).lean()
  const listening = events.filter(({ contactId }) => contactId !== null)
  const [waits, workflows] = await Promise.all([findWaits(listening), findWorkflows(listening)])
  const intents: Intent[] = []
  for (const event of listening) {
    if (waits.has(waitKey(event))) intents.push(...(await endWaits(event)))
    for (const workflow of workflows.get(workflowKey(event)) ?? []) intents.push(...(await trigger(event, workflow)))
  }
  for (const [projectId, ofProject] of groupBy(listening, (event) => event.projectId)) {
    const contactIds = unique(ofProject.map(({ contactId }) => contactId ?? ''))
    const depth = Math.max(...ofProject.map((event) => event.depth))
    intents.push(...(await evaluateSegments(projectId, contactIds, depth)))
  }
  await Event.updateMany({ _id: { $in: eventIds }, 'dispatch.state': 'pending' }, { $unset: { dispatch: 1 } })
  return intents
}

async function findWaits(events: EventRecord[]): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const waits = await Wait.find(
    {
      state: 'open',
      projectId: { $in: unique(events.map(({ projectId }) => projectId)) },
      contactId: { $in: unique(events.map(({ contactId }) => contactId ?? '')) },
      eventName: { $in: unique(events.map(({ name }) => name)) },
    },
    { projectId: 1, contactId: 1, eventName: 1 },
  ).lean()
  return new Set(waits.map((wait) => waitKey({ ...wait, name: wait.eventName })))
}

async function findWorkflows(events: EventRecord[]): Promise<Map<string, WorkflowRecord[]>> {
  const found = new Map<string, WorkflowRecord[]>()
  if (events.length === 0) return found
  const workflows = await Workflow.find({
    projectId: { $in: unique(events.map(({ projectId }) => projectId)) },
    'triggerConfig.eventName': { $in: unique(events.map(({ name }) => name)) },
    triggerType: 'EVENT',
    enabled: true,
  }).lean()
  for (const workflow of workflows) {
    const key = workflowKey({ projectId: workflow.projectId, name: workflow.triggerConfig.eventName ?? '' })
    found.set(key, [...(found.get(key) ?? []), workflow])
  }
  return found
}

async function endWaits(event: EventRecord): Promise<Intent[]> {
  const which = {
    projectId: event.projectId,
    contactId: event.contactId,
    eventName: event.name,
    state: 'open' as const,
    // An event of before the step began, or the one that started the execution, does not end its wait.
    since: { $lte: event.createdAt },
    sourceEventId: { $ne: event._id },
  }
  const intents: Intent[] = []
  for (;;) {
    const wait = await Wait.findOneAndUpdate(which, {
      $set: { state: 'matched', eventId: event._id, dispatch: pending() },
    }).lean()
    if (!wait) return intents
    intents.push({ kind: 'wait', projectId: event.projectId, id: wait._id })
  }
}

async function trigger(event: EventRecord, workflow: WorkflowRecord): Promise<Intent[]> {
  if (event.depth >= MAX_DEPTH || event.contactId === null) return []
  const started = await startExecution({
    workflow,
    contactId: event.contactId,
    context: unescapeData(event.data),
    sourceEventId: event._id,
    depth: event.depth + 1,
  })
  return started?.intents ?? []
}

function waitKey({ projectId, contactId, name }: Pick<EventRecord, 'projectId' | 'contactId' | 'name'>): string {
  return JSON.stringify([projectId, contactId, name])
}

function workflowKey({ projectId, name }: Pick<EventRecord, 'projectId' | 'name'>): string {
  return JSON.stringify([projectId, name])
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
