import type { PipelineStage } from 'mongoose'
import { groupBy } from '../../../models/domain/group-by.js'
import type { EventRecord } from '../../../models/event.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { Wait } from '../../../models/wait.js'
import { Workflow } from '../../../models/workflow.js'
import { isOpenFor } from './end-waits.js'
import { isStartedBy } from './find-triggered.js'
import { followEvents } from '../../audience/segments/followers.js'

type ByProject = [{ $match: OwnedQuery }, PipelineStage.Group, PipelineStage.Project]

/** The kinds of listeners of an event. */
export type ListenerKind = 'wait' | 'workflow' | 'segment'

/**
 * The kinds of listeners that any of these events may have, by the ids of their projects: nearly always none. Takes one
 * query. A wait that is opened after this query reads the events itself.
 */
export async function findListenerKinds(
  events: readonly Pick<EventRecord, 'projectId' | 'contactId' | 'name'>[],
): Promise<Map<string, Set<ListenerKind>>> {
  if (events.length === 0) return new Map()
  const byProject = (kind: ListenerKind, filter: OwnedQuery): ByProject => [
    { $match: filter },
    { $group: { _id: '$projectId' } },
    { $project: { _id: 0, projectId: '$_id', kind: { $literal: kind } } },
  ]
  const found = Wait.collection.aggregate<{ projectId: string; kind: ListenerKind }>([
    ...byProject('wait', isOpenFor(events)),
    { $unionWith: { coll: Workflow.collection.name, pipeline: byProject('workflow', isStartedBy(events)) } },
    {
      $unionWith: {
        coll: Segment.collection.name,
        pipeline: byProject('segment', followEvents([...groupBy(events, ({ projectId }) => projectId).keys()])),
      },
    },
  ])
  const kinds = groupBy(await found.toArray(), ({ projectId }) => projectId)
  return new Map([...kinds].map(([projectId, of]) => [projectId, new Set(of.map(({ kind }) => kind))]))
}
