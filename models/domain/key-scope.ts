/**
 * What a secret key may do: `full` everything in its project, `send` only what an application needs that sends mail and
 * reports events, `read` only requests that change nothing.
 */
export const KEY_SCOPES = ['full', 'send', 'read'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** Whether a key of a scope may make a request that needs `needed`. */
export function isInScope(scope: KeyScope, needed: KeyScope): boolean {
  return scope === 'full' || scope === needed
}
