import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.js'
import { call, type Answer } from '../api/client.js'
import { queryClient } from '../api/query.js'

/** The signed-in user; null if no user is signed in. */
export const meQuery = queryOptions({
  queryKey: [null, 'me'],
  queryFn: ({ queryKey }) => nullUnlessSignedIn(call('GET /users/@me', {}, { isProbe: !isKnown(queryKey) })),
  staleTime: 60_000,
})

/** A project of the user, without its keys: those are asked for when they are shown, and kept in no cache. */
export type Project = Omit<Answer<'GET /users/@me/projects'>[number], 'public' | 'secret' | 'webhookSecret'>

/** The projects of the user, in the order of their names; null if no user is signed in. */
export const projectsQuery = queryOptions({
  queryKey: [null, 'projects'],
  queryFn: async ({ queryKey }): Promise<Project[] | null> => {
    const answer = call('GET /users/@me/projects', {}, { isProbe: !isKnown(queryKey) })
    const projects = await nullUnlessSignedIn(answer)
    if (!projects) return null
    return projects
      .map(({ public: _public, secret: _secret, webhookSecret: _webhook, ...project }) => project)
      .sort((a, b) => a.name.localeCompare(b.name))
  },
  staleTime: 30_000,
})

/** The settings of this installation. */
export const configQuery = queryOptions({
  queryKey: [null, 'config'],
  queryFn: () => call('GET /config', {}),
  staleTime: 5 * 60_000,
})

/**
 * Once a user is known to be signed in, the end of the session asks for a new sign-in, and the answer stays in the
 * cache.
 */
function isKnown(queryKey: readonly unknown[]): boolean {
  return Boolean(queryClient.getQueryData(queryKey))
}

async function nullUnlessSignedIn<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') return null
    throw error
  }
}

/** The user who is known to be signed in, without a request. */
export function knownUserId(): string | null {
  return queryClient.getQueryData(meQuery.queryKey)?.id ?? null
}
