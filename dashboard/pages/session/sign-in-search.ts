import { t } from '../../messages/index.js'

/** The reason for which a sign-in by another service failed, as the gateway names it. */
export type SignInError = keyof typeof t.session.errors

/** Reads the destination and the notice of the sign-in page from its address. The address is untrusted input. */
export function readSignInSearch({ next, error }: Record<string, unknown>): {
  next?: string | undefined
  error?: SignInError | undefined
} {
  const isKnown = (name: unknown): name is SignInError =>
    typeof name === 'string' && Object.hasOwn(t.session.errors, name)
  return {
    // Only a page of the dashboard follows a sign-in: an address from outside would lead a user elsewhere.
    next: typeof next === 'string' && next.startsWith('/dashboard/') ? next : undefined,
    error: error === undefined ? undefined : isKnown(error) ? error : 'oauth_failed',
  }
}
