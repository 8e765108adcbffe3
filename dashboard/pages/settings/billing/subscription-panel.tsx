import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { every } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import { formatMoney } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { showError } from '../../../shared/show-error.js'
import { Moment } from '../../../shared/moment.js'
import { useProjectId } from '../../../session/project.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { Skeleton } from '../../../ui/skeleton.js'

const route = getRouteApi('/p/$projectId/settings/$part')
const POLL_MS = 5_000

/** The invoice to come, and the ways to the pages of the payment service. */
export function SubscriptionPanel() {
  const id = useProjectId()
  const { checkout } = route.useSearch()
  const { data, error, refetch } = useQuery({
    ...read('GET /users/@me/projects/:id/billing-consumption', { params: { id } }),
    // The payment service tells the gateway of a new subscription some moments after the user has come back.
    refetchInterval: ({ state: { data: known } }) =>
      checkout === 'success' && known?.upcomingInvoice === null ? every(POLL_MS)() : false,
  })
  const isAwaited = checkout === 'success' && data?.upcomingInvoice === null
  return (
    <Panel title={t.settings.billing} isPadded>
      <p className="mb-3 text-muted">{t.settings.billingText}</p>
      <div role="status">{isAwaited && t.settings.subscriptionAwaited}</div>
      {data && !isAwaited && <Upcoming invoice={data.upcomingInvoice} />}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton className="w-60" />)}
      <div className="mt-3 flex flex-wrap gap-2">
        <PaymentButton page="billing-portal" text={t.settings.openPortal} />
        {data?.upcomingInvoice === null && !isAwaited && <PaymentButton page="checkout" text={t.settings.checkout} />}
      </div>
    </Panel>
  )
}

interface UpcomingInvoice {
  amountDue: number
  currency: string
  nextPaymentAt: string | null
}

function Upcoming({ invoice }: { invoice: UpcomingInvoice | null }) {
  if (!invoice) return <p>{t.settings.noSubscription}</p>
  return (
    <p>
      {t.settings.upcoming} <strong>{formatMoney(invoice.amountDue, invoice.currency)}</strong>
      {invoice.nextPaymentAt !== null && (
        <>
          {' '}
          · {t.settings.paid} <Moment at={invoice.nextPaymentAt} />
        </>
      )}
    </p>
  )
}

function PaymentButton({ page, text }: { page: 'billing-portal' | 'checkout'; text: string }) {
  const id = useProjectId()
  const open = useMutation({
    mutationFn: () => call(`POST /users/@me/projects/:id/${page}`, { params: { id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: showError,
  })
  return (
    <Button isBusy={open.isPending} onClick={() => open.mutate()}>
      {text}
    </Button>
  )
}
