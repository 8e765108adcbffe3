import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import { read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import { knownFields, type KnownField } from './known-fields.js'

const CAMPAIGNS = 100
const EVENTS = 20
// The lists change seldom, and every filter shows them.
const STALE_MS = 60_000

/** The fields that a condition of a scope may name in this project; `eventName` is the event that it is about. */
export function useKnownFields(scope: ConditionScope, eventName: string | undefined): KnownField[] {
  const projectId = useProjectId()
  const isOnContacts = { enabled: scope !== 'wait', staleTime: STALE_MS }
  const fields = useQuery({ ...read('GET /contacts/fields', { projectId }), ...isOnContacts }).data
  const names = useQuery({ ...read('GET /events/names', { projectId }), ...isOnContacts }).data
  const segments = useQuery({ ...read('GET /segments', { projectId }), ...isOnContacts }).data
  const sent = { pageSize: CAMPAIGNS, sort: 'createdAt', dir: 'desc' } as const
  const campaigns = useQuery({ ...read('GET /campaigns', { projectId, query: sent }), ...isOnContacts }).data?.data
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
