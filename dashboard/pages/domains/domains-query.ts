import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call, type Answer } from '../../api/client.js'
import { every } from '../../api/polling.js'
import { queryClient, read } from '../../api/query.js'

export type Domain = Answer<'GET /domains/project/:projectId'>[number]

const LIST_POLL_MS = 15_000
const CHECK_MS = 15_000
const CHECK_FOR_MS = 10 * 60_000

const listQuery = (projectId: string) => read('GET /domains/project/:projectId', { projectId, params: { projectId } })

/** The domains of a project, the newest first. */
export const domainsQuery = (projectId: string) => ({
  ...listQuery(projectId),
  refetchInterval: every(LIST_POLL_MS),
})

/** Replaces a domain in the list by the newest answer of the API. */
export function keepDomain(projectId: string, domain: Domain): void {
  queryClient.setQueryData(listQuery(projectId).queryKey, (known) => {
    if (!known) return known
    const isKnown = known.some(({ id }) => id === domain.id)
    return isKnown ? known.map((one) => (one.id === domain.id ? domain : one)) : [domain, ...known]
  })
}

/** Drops a domain from the list. */
export function dropDomain(projectId: string, domainId: string): void {
  queryClient.setQueryData(listQuery(projectId).queryKey, (known) => known?.filter(({ id }) => id !== domainId))
}

/** Looks for the records of a domain now, and again every 15 seconds until they are found, for ten minutes. */
export function useChecks({ projectId, domain, isOn }: { projectId: string; domain: Domain; isOn: boolean }) {
  const [opened] = useState(() => Date.now())
  const isOver = (): boolean => Date.now() - opened > CHECK_FOR_MS
  const query = useQuery({
    queryKey: [projectId, 'check of a domain', domain.id],
    queryFn: async ({ signal }) => {
      const checked = await call('GET /domains/:id/verify', { projectId, params: { id: domain.id } }, { signal })
      keepDomain(projectId, checked)
      return checked.verified
    },
    enabled: isOn && !domain.verified,
    // A user who comes back from the DNS host expects a check immediately.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data === true || isOver() ? false : every(CHECK_MS)()),
  })
  return { ...query, isOver: isOver() }
}
