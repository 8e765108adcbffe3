import { t } from '../../messages/index.js'
import { searchOf, textThat } from '../../shared/search-params.js'

/** The reason for which a sign-in by another service failed, as the gateway names it. */
export type SignInError = keyof typeof t.session.errors

/** Reads the destination and the notice of the sign-in page from its address. */
export const readSignInSearch = searchOf({
  // Only a page of the dashboard follows a sign-in: an address from outside would lead a user elsewhere.
  next: textThat((path) => path.startsWith('/dashboard/')),
  error: (name): SignInError | undefined => (name === undefined ? undefined : isKnown(name) ? name : 'oauth_failed'),
})

function isKnown(name: unknown): name is SignInError {
  return typeof name === 'string' && Object.hasOwn(t.session.errors, name)
}
