import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { showError } from '../../../shared/show-error.js'
import { Moment } from '../../../shared/moment.js'
import { AddTestAddress } from '../../../shared/test-addresses/add-test-address.js'
import {
  useRefreshTestAddresses,
  useTestAddresses,
  type TestAddress,
} from '../../../shared/test-addresses/test-addresses.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { toast } from '../../../ui/toast.js'

/** The addresses that get test emails besides the members. */
export function TestAddressesPanel() {
  const { data: addresses, error, refetch } = useTestAddresses(useProjectId())
  return (
    <Panel title={t.testAddresses.title}>
      <div className="flex flex-col gap-3 border-b border-line p-4">
        <p className="text-muted">{t.testAddresses.text}</p>
        <AddTestAddress />
      </div>
      {addresses?.length === 0 && <p className="p-4 text-muted">{t.testAddresses.none}</p>}
      {addresses && addresses.length > 0 && (
        <ul aria-label={t.testAddresses.title} className="divide-y divide-line">
          {addresses.map((address) => (
            <Row key={address.id} address={address} />
          ))}
        </ul>
      )}
      {!addresses && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} />)}
    </Panel>
  )
}

function Row({ address: { id: addressId, email, status, expiresAt } }: { address: TestAddress }) {
  const id = useProjectId()
  const refresh = useRefreshTestAddresses(id)
  const done = (text: string) => async (): Promise<void> => {
    await refresh()
    toast(text)
  }
  const sending = useMutation({
    mutationFn: () => call('POST /projects/:id/test-addresses', { params: { id }, body: { email } }),
    onSuccess: done(t.testAddresses.sentAgain),
    onError: showError,
  })
  const removal = useMutation({
    mutationFn: () => call('DELETE /projects/:id/test-addresses/:addressId', { params: { id, addressId } }),
    onSuccess: done(t.testAddresses.removed),
    onError: showError,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <div className="break-all">{email}</div>
        <div className="text-small text-muted">
          {status === 'CONFIRMED' ? t.testAddresses.confirmed : t.testAddresses.pending}
          {expiresAt !== null && (
            <>
              {' '}
              · {t.testAddresses.expires} <Moment at={expiresAt} />
            </>
          )}
        </div>
      </div>
      {status === 'PENDING' && (
        <Button
          isBusy={sending.isPending}
          onClick={() => sending.mutate()}
          aria-label={t.testAddresses.sendAgainTo(email)}
        >
          {t.testAddresses.sendAgain}
        </Button>
      )}
      <Button isBusy={removal.isPending} onClick={() => removal.mutate()} aria-label={t.testAddresses.removeOf(email)}>
        {t.testAddresses.remove}
      </Button>
    </li>
  )
}
