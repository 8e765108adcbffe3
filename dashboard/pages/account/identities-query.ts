import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'

/** An account of another service by which the user signs in here. */
export type Identity = Answer<'GET /auth/identities'>[number]

/** A service whose accounts can sign users in. */
export type Provider = Identity['provider']

const PROVIDERS: readonly Provider[] = ['github', 'google']

/** The accounts of other services by which the user signs in here. */
export const identitiesQuery = read('GET /auth/identities', {})

/** The services to show: those that the installation offers, and connected ones that it no longer offers. */
export function providersToShow(
  offered: Readonly<Record<Provider, boolean>>,
  identities: readonly Pick<Identity, 'provider'>[],
): Provider[] {
  return PROVIDERS.filter((provider) => offered[provider] || identities.some((one) => one.provider === provider))
}
