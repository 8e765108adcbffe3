import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { configQuery, meQuery } from '../../session/user.js'
import { Failure } from '../../shared/failure.js'
import { Banner } from '../../ui/banner.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { identitiesQuery, providersToShow } from './identities-query.js'
import { IdentityRow } from './identity-row.js'

const route = getRouteApi('/outer/account')

/** The accounts of other services by which the user signs in here. */
export function Identities() {
  const { data: identities, error, refetch } = useQuery(identitiesQuery)
  const { data: config } = useQuery(configQuery)
  const { data: me } = useQuery(meQuery)
  const offered = config?.features.authProviders
  const shown = offered && identities ? providersToShow(offered, identities) : []
  const isShown = !offered || !identities || shown.length > 0
  return (
    <>
      <Outcome connected={identities?.map(({ provider }) => provider) ?? []} />
      {isShown && (
        <Panel title={t.account.identities}>
          <ul aria-label={t.account.identities} className="divide-y divide-line">
            {shown.map((provider) => (
              <IdentityRow
                key={provider}
                provider={provider}
                identity={identities?.find((one) => one.provider === provider)}
                // The gateway refuses the connection of an account whose address is not confirmed.
                mayConnect={offered?.[provider] === true && me?.emailVerified === true}
              />
            ))}
          </ul>
          {shown.length > 0 && me?.emailVerified === false && (
            <p className="px-4 pb-3 text-muted">{t.account.connectErrors.account_not_verified}</p>
          )}
          {!identities &&
            (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />)}
        </Panel>
      )}
    </>
  )
}

/** What became of a connection, when the browser comes back from the other service. */
function Outcome({ connected: known }: { connected: readonly string[] }) {
  const { connected, error } = route.useSearch()
  if (error !== undefined) return <Banner kind="bad">{reasonOf(error)}</Banner>
  // The address alone proves nothing: anybody may have written it, and the account may be disconnected since.
  if (connected === undefined || !known.includes(connected)) return null
  return <Banner kind="good">{t.account.nowConnected(t.account.providers[connected])}</Banner>
}

function reasonOf(error: string): string {
  const reasons: Record<string, string> = t.account.connectErrors
  return (Object.hasOwn(reasons, error) ? reasons[error] : undefined) ?? t.account.connectErrors.oauth_failed
}
