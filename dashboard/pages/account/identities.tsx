import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/index.js'
import { configQuery, meQuery } from '../../session/user.js'
import { Failure } from '../../shared/failure.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { identitiesQuery, providersToShow } from './identities-query.js'
import { IdentityRow } from './identity-row.js'

/** The accounts of other services by which the user signs in here. */
export function Identities() {
  const { data: identities, error, refetch } = useQuery(identitiesQuery)
  const { data: config } = useQuery(configQuery)
  const { data: me } = useQuery(meQuery)
  const offered = config?.features.authProviders
  const shown = offered && identities ? providersToShow(offered, identities) : []
  const isOffered = offered?.github === true || offered?.google === true
  if (!isOffered && shown.length === 0) return null
  return (
    <Panel title={t.account.identities}>
      <ul aria-label={t.account.identities} className="divide-y divide-line">
        {shown.map((provider) => (
          <IdentityRow
            key={provider}
            provider={provider}
            identity={identities?.find((one) => one.provider === provider)}
            // The gateway refuses to connect an account with an unconfirmed email address.
            mayConnect={offered?.[provider] === true && me?.emailVerified === true}
          />
        ))}
      </ul>
      {shown.length > 0 && me?.emailVerified === false && (
        <p className="px-4 pb-3 text-muted">{t.account.connectErrors.account_not_verified}</p>
      )}
      {!identities && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />)}
    </Panel>
  )
}
