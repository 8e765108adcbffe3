import { useMemo } from 'react'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { campaignIdsOf } from '../../../models/domain/conditions/walk-filters.js'
import { read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import { knownFields, type KnownField } from './known-fields.js'

const CAMPAIGNS = 100
const EVENTS = 20
// The lists change seldom, and every filter shows them.
const STALE_MS = 60_000

interface Condition {
  scope: ConditionScope
  /** The condition as it is being written. */
  tree: ConditionTree | null
  /** The event that it is about. */
  eventName: string | undefined
}

/** The fields that a condition may name in this project, and those that it names already. */
export function useKnownFields({ scope, tree, eventName }: Condition): KnownField[] {
  const projectId = useProjectId()
  const isOnContacts = { enabled: scope !== 'wait', staleTime: STALE_MS }
  const fields = useQuery({ ...read('GET /contacts/fields', { projectId }), ...isOnContacts }).data
  const names = useQuery({ ...read('GET /events/names', { projectId }), ...isOnContacts }).data
  const segments = useQuery({ ...read('GET /segments', { projectId }), ...isOnContacts }).data
  const sent = { pageSize: CAMPAIGNS, sort: 'createdAt', dir: 'desc' } as const
  const newest = useQuery({ ...read('GET /campaigns', { projectId, query: sent }), ...isOnContacts }).data?.data
  const campaigns = useNamedCampaigns(newest, tree)
  const events = useQuery({
    ...read('GET /events', { projectId, query: { limit: EVENTS, ...(eventName ? { eventName } : {}) } }),
    enabled: scope !== 'contact' && Boolean(eventName),
    staleTime: STALE_MS,
  }).data?.data
  return useMemo(() => {
    const eventData = events?.map(({ data }) => data)
    return knownFields({ ...fields, events: names, segments, campaigns, eventData }, scope)
  }, [fields, names, segments, campaigns, events, scope])
}

interface Named {
  id: string
  name: string
}

/** The newest campaigns, with those that a condition names although they are archived or older. */
function useNamedCampaigns(
  newest: readonly Named[] | undefined,
  tree: ConditionTree | null,
): readonly Named[] | undefined {
  const projectId = useProjectId()
  const known = new Set(newest?.map(({ id }) => id))
  const missing = newest && tree ? [...campaignIdsOf(tree)].filter((id) => !known.has(id)) : []
  return useQueries({
    queries: missing.map((id) => ({
      ...read('GET /campaigns/:id', { projectId, params: { id } }),
      staleTime: STALE_MS,
      retry: false,
    })),
    combine: (found) => newest && [...newest, ...found.flatMap(({ data }) => data ?? [])],
  })
}
