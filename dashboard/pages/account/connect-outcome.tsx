import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { Banner } from '../../ui/banner.js'
import { identitiesQuery } from './identities-query.js'

const route = getRouteApi('/outer/account')

/** The outcome of a connection, when the browser comes back from the other service. */
export function ConnectOutcome() {
  const { connected, error } = route.useSearch()
  const { data: identities = [] } = useQuery(identitiesQuery)
  if (error !== undefined) return <Banner kind="bad">{reasonOf(error)}</Banner>
  // The address alone proves nothing: it is untrusted input, and the account may have been disconnected since.
  if (!identities.some(({ provider }) => provider === connected) || connected === undefined) return null
  return <Banner kind="good">{t.account.nowConnected(t.account.providers[connected])}</Banner>
}

function reasonOf(error: string): string {
  const reasons: Record<string, string> = t.account.connectErrors
  return (Object.hasOwn(reasons, error) ? reasons[error] : undefined) ?? t.account.connectErrors.oauth_failed
}
