import { projectsOf } from '../../../models/by-shard.js'
import { Contact } from '../../../models/contact.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { AppError } from '../../../models/domain/errors.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { Event, type EventRecord } from '../../../models/event.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { compileForProject } from '../../audience/conditions/compile-for-project.js'

type NamedEvent = Pick<EventRecord, '_id' | 'projectId' | 'name'>

/** A filter for the enabled workflows that events of these names trigger. */
export function isStartedBy(events: readonly Omit<NamedEvent, '_id'>[]) {
  return {
    projectId: projectsOf(events),
    'triggerConfig.eventName': { $in: [...new Set(events.map(({ name }) => name))] },
    triggerType: 'EVENT' as const,
    enabled: true,
  }
}

/**
 * The enabled workflows that each of these events starts, by the id of the event. Such a workflow has the event's name,
 * and its filter holds for the event and the present state of its contact. Each filter costs one query for all events.
 */
export async function findTriggered(events: NamedEvent[]): Promise<Map<string, WorkflowRecord[]>> {
  const triggered = new Map<string, WorkflowRecord[]>()
  const byListener = groupBy(events, listenerKey)
  const workflows = await Workflow.find(isStartedBy(events)).lean()
  for (const workflow of workflows) {
    const { projectId, triggerConfig } = workflow
    const named = byListener.get(listenerKey({ projectId, name: triggerConfig.eventName ?? '' })) ?? []
    for (const eventId of await findMatching(triggerConfig.filter, named)) {
      triggered.set(eventId, [...(triggered.get(eventId) ?? []), workflow])
    }
  }
  return triggered
}

async function findMatching(filter: ConditionTree | undefined, events: NamedEvent[]): Promise<string[]> {
  const ids = events.map(({ _id }) => _id)
  const projectId = events[0]?.projectId
  if (!filter || projectId === undefined) return ids
  const condition = await compiled(projectId, filter)
  if (!condition) return []
  const met = await Event.aggregate<{ _id: string }>([
    { $match: { _id: { $in: ids }, projectId } },
    {
      $lookup: {
        from: Contact.collection.name,
        localField: 'contactId',
        foreignField: '_id',
        let: { event: '$data', eventTime: '$createdAt' },
        pipeline: [{ $match: { $and: [{ projectId }, condition] } }, { $project: { _id: 1 } }],
        as: 'contacts',
      },
    },
    { $match: { contacts: { $ne: [] } } },
    { $project: { _id: 1 } },
  ])
  return met.map(({ _id }) => _id)
}

async function compiled(projectId: string, filter: ConditionTree) {
  try {
    return await compileForProject(projectId, filter, {
      now: new Date(),
      event: '$$event',
      eventTime: '$$eventTime',
    })
  } catch (error) {
    // A filter can become too large through the segments it refers to. It must not stop the other workflows.
    if (error instanceof AppError) return null
    throw error
  }
}

function listenerKey({ projectId, name }: Omit<NamedEvent, '_id'>): string {
  return JSON.stringify([projectId, name])
}
