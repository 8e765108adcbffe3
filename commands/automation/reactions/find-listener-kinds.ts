import { groupBy } from '../../../models/domain/group-by.js'
import type { EventRecord } from '../../../models/event.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { Wait } from '../../../models/wait.js'
import { Workflow } from '../../../models/workflow.js'
import { isOpenFor } from './end-waits.js'
import { isStartedBy } from './find-triggered.js'
import { isTracked } from '../../audience/segments/tracked-segments.js'

type OneOf = [{ $match: OwnedQuery }, { $limit: 1 }, { $project: object }]

/** The kinds of listeners of an event. */
export type ListenerKind = 'wait' | 'workflow' | 'segment'

/**
 * The kinds of listeners that any of these events may have: nearly always none. Takes one query. A wait that is opened
 * after this query reads the events itself.
 */
export async function findListenerKinds(
  events: readonly Pick<EventRecord, 'projectId' | 'contactId' | 'name'>[],
): Promise<Set<ListenerKind>> {
  if (events.length === 0) return new Set()
  const oneOf = (kind: ListenerKind, filter: OwnedQuery): OneOf => [
    { $match: filter },
    { $limit: 1 },
    { $project: { _id: 0, kind: { $literal: kind } } },
  ]
  const found = Wait.collection.aggregate<{ kind: ListenerKind }>([
    ...oneOf('wait', isOpenFor(events)),
    { $unionWith: { coll: Workflow.collection.name, pipeline: oneOf('workflow', isStartedBy(events)) } },
    {
      $unionWith: {
        coll: Segment.collection.name,
        pipeline: oneOf('segment', isTracked([...groupBy(events, ({ projectId }) => projectId).keys()])),
      },
    },
  ])
  return new Set((await found.toArray()).map(({ kind }) => kind))
}
