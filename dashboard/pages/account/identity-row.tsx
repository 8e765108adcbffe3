import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { showError } from '../../shared/show-error.js'
import { Moment } from '../../shared/moment.js'
import { asksWho, PresenceDialog, type Proof } from '../../shared/presence-dialog.js'
import { Button } from '../../ui/button.js'
import { ErrorText } from '../../ui/error-text.js'
import { TextLink } from '../../ui/link.js'
import { toast } from '../../ui/toast.js'
import { identitiesQuery, type Identity, type Provider } from './identities-query.js'
import { sessionsQuery } from './sessions-query.js'

interface IdentityRowProps {
  provider: Provider
  /** The connected account; undefined without one. */
  identity: Identity | undefined
  mayConnect: boolean
}

/** A service with its connected account, or the button that connects one. */
export function IdentityRow({ provider, identity, mayConnect }: IdentityRowProps) {
  const name = t.account.providers[provider]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0">
        <div>{name}</div>
        <div className="text-small text-muted">
          {identity ? <Connected identity={identity} /> : t.account.notConnected}
        </div>
      </div>
      {identity ? <Disconnect provider={provider} /> : <Connect provider={provider} mayConnect={mayConnect} />}
    </li>
  )
}

function Connected({ identity: { email, connectedAt } }: { identity: Identity }) {
  return (
    <>
      {email !== undefined && <bdi className="break-all">{email} · </bdi>}
      {t.account.connected} <Moment at={connectedAt} />
    </>
  )
}

/** Navigates to the service, which redirects back to this page. */
function Connect({ provider, mayConnect }: { provider: Provider; mayConnect: boolean }) {
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const connect = useMutation({
    mutationFn: (proof: Proof) => call('POST /oauth/:provider', { params: { provider }, body: proof }),
    onSuccess: ({ location }) => window.location.assign(location),
    onError: (error) => {
      if (asksWho(error)) setRefusal(error)
      else showError(error)
    },
  })
  const title = t.account.connectTo(t.account.providers[provider])
  return (
    <>
      <Button
        aria-label={title}
        disabled={!mayConnect}
        // The button stays busy until the browser leaves the page.
        isBusy={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate({})}
      >
        {t.account.connect}
      </Button>
      {refusal && (
        <PresenceDialog
          isOpen
          isDangerous={false}
          refusal={refusal}
          onClose={() => setRefusal(null)}
          title={title}
          text={t.account.asksWho}
          action={t.account.connect}
          onConfirm={async (proof) => void (await connect.mutateAsync(proof))}
        />
      )}
    </>
  )
}

function Disconnect({ provider }: { provider: Provider }) {
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const client = useQueryClient()
  const name = t.account.providers[provider]
  const remove = useMutation({
    mutationFn: (proof: Proof) => call('DELETE /auth/identities/:provider', { params: { provider }, body: proof }),
    onError: (error) => {
      if (asksWho(error)) setRefusal(error)
    },
    onSuccess: async () => {
      toast(t.account.disconnected(name))
      // The gateway has ended all other sessions too.
      await Promise.all([identitiesQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    },
  })
  const isOnlyWayIn = remove.error instanceof ApiError && remove.error.code === 'CONFLICT'
  return (
    <div className="flex flex-col items-end gap-1">
      <Button aria-label={t.account.disconnectFrom(name)} isBusy={remove.isPending} onClick={() => remove.mutate({})}>
        {t.account.disconnect}
      </Button>
      {isOnlyWayIn && (
        <p role="alert" className="text-small text-bad">
          {t.account.onlyWayIn} <TextLink to="/forgot">{t.account.choosePassword}</TextLink>
        </p>
      )}
      {remove.error && !isOnlyWayIn && !refusal && <ErrorText text={describeError(remove.error).message} />}
      {refusal && (
        <PresenceDialog
          isOpen
          refusal={refusal}
          onClose={() => {
            setRefusal(null)
            remove.reset()
          }}
          title={t.account.disconnectFrom(name)}
          text={t.account.asksWho}
          action={t.account.disconnect}
          onConfirm={async (proof) => {
            await remove.mutateAsync(proof)
          }}
        />
      )}
    </div>
  )
}
