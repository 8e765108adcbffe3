import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'

/** An address that gets test emails of the project, or that waits for its confirmation. */
export type TestAddress = Answer<'GET /projects/:id/test-addresses'>[number]

const POLL_MS = 5_000

/** The test addresses of a project. While one is pending, they are read again now and then. */
export function useTestAddresses(projectId: string): UseQueryResult<TestAddress[]> {
  return useQuery({
    ...read('GET /projects/:id/test-addresses', { params: { id: projectId } }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? POLL_MS : false),
  })
}

/** Reads the test addresses of a project again, after a change. */
export function useRefreshTestAddresses(projectId: string): () => Promise<void> {
  const client = useQueryClient()
  const { queryKey } = read('GET /projects/:id/test-addresses', { params: { id: projectId } })
  return () => client.invalidateQueries({ queryKey })
}
