import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { formatMoney } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Moment } from '../../../shared/moment.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import { OuterLink } from '../../../ui/link.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'

type Invoice = Answer<'GET /users/@me/projects/:id/billing-invoices'>['invoices'][number]

const COLUMNS: readonly Column<Invoice>[] = [
  { id: 'number', head: t.settings.invoice, cell: (invoice) => <InvoiceLink invoice={invoice} /> },
  {
    id: 'status',
    head: t.settings.invoiceStatus,
    cell: ({ status }) => (status === null ? t.common.unknown : t.settings.invoiceStatuses[status]),
    width: 'w-24',
  },
  {
    id: 'amount',
    head: t.settings.amount,
    cell: ({ amountDue, currency }) => formatMoney(amountDue, currency),
    isNumber: true,
    width: 'w-24',
  },
  { id: 'created', head: t.settings.createdHead, cell: ({ createdAt }) => <Moment at={createdAt} />, isWide: true },
]

/** The invoices of the project, the newest first; each opens at the payment service. */
export function InvoicesPanel() {
  const id = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /users/@me/projects/:id/billing-invoices', { params: { id } }))
  return (
    <Panel title={t.settings.invoices}>
      {data?.hasUnpaidInvoices && (
        <p role="status" className="border-b border-line px-4 py-3 text-warn">
          {t.settings.unpaid(data.unpaidInvoices.length)}
        </p>
      )}
      {data?.invoices.length === 0 && <p className="p-4 text-muted">{t.settings.noInvoices}</p>}
      {data && data.invoices.length > 0 && (
        <DataTable label={t.settings.invoices} columns={COLUMNS} rows={data.invoices} idOf={(one) => one.id} />
      )}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />)}
    </Panel>
  )
}

function InvoiceLink({ invoice: { id, number, hostedInvoiceUrl, pdfUrl } }: { invoice: Invoice }) {
  const name = number ?? id
  return (
    <span className="inline-flex items-center gap-2">
      {hostedInvoiceUrl === null ? name : <OuterLink href={hostedInvoiceUrl}>{name}</OuterLink>}
      {pdfUrl !== null && (
        <OuterLink href={pdfUrl} aria-label={t.settings.invoicePdf(name)} className="inline-flex size-6 items-center">
          <Download aria-hidden size={16} />
        </OuterLink>
      )}
    </span>
  )
}
