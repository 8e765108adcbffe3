import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure, wordsFor } from '../../shared/failure.js'
import { Moment } from '../../shared/moment.js'
import { Button } from '../../ui/button.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { toast } from '../../ui/toast.js'

type Identity = Answer<'GET /auth/identities'>[number]

const query = read('GET /auth/identities', {})

/** The accounts of other services by which the user signs in here. */
export function Identities() {
  const { data: identities, error, refetch } = useQuery(query)
  return (
    <Panel title={t.account.identities}>
      {identities?.length === 0 && <p className="p-4 text-muted">{t.account.noIdentities}</p>}
      {identities && identities.length > 0 && (
        <ul className="divide-y divide-line">
          {identities.map((identity) => (
            <Row key={identity.provider} identity={identity} />
          ))}
        </ul>
      )}
      {!identities && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} />)}
    </Panel>
  )
}

function Row({ identity: { provider, email, connectedAt } }: { identity: Identity }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call('DELETE /auth/identities/:provider', { params: { provider } }),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
    onError: (error) => toast(wordsFor(error).message),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0">
        <div>{t.account.providers[provider]}</div>
        <div className="text-small break-all text-muted">
          {email} · {t.account.connected} <Moment at={connectedAt} />
        </div>
      </div>
      <Button isBusy={remove.isPending} onClick={() => remove.mutate()}>
        {t.account.disconnect}
      </Button>
    </li>
  )
}
