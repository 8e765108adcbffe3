import { queryOptions } from '@tanstack/react-query'
import { call, type Answer } from '../api/client.js'

/** A contact that a text finds. */
export type FoundContact = Answer<'POST /contacts/search'>['data'][number]

/**
 * The query for some contacts by the beginning of their address, domain or words; if there are none, by any part of the
 * address.
 */
export function foundContacts(projectId: string, search: string, limit: number) {
  return queryOptions({
    queryKey: [projectId, 'found contacts', search, limit],
    queryFn: ({ signal }) => findContacts(projectId, { search, limit }, signal),
  })
}

/** Finds contacts as the query `foundContacts` does. */
export async function findContacts(
  projectId: string,
  { search, limit }: { search: string; limit: number },
  signal?: AbortSignal,
): Promise<readonly FoundContact[]> {
  const options = signal ? { signal } : {}
  const { data } = await call('POST /contacts/search', { projectId, body: { search, limit } }, options)
  if (data.length > 0) return data
  return (await call('GET /contacts', { projectId, query: { search, limit } }, options)).data
}
