import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import { useCommands } from '../../commands/registry.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { Moment } from '../../shared/moment.js'
import { mayManage, useProject, useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { AddDomain } from './add-domain.js'
import { DomainStatus } from './domain-status.js'
import { domainsQuery, type Domain } from './domains-query.js'

const COLUMNS: readonly Column<Domain>[] = [
  { id: 'domain', head: t.domains.columns.domain, cell: (domain) => <DomainLink domain={domain} /> },
  {
    id: 'status',
    head: t.domains.columns.status,
    cell: ({ status }) => <DomainStatus status={status} />,
    width: 'w-52 max-wide:w-44',
  },
  { id: 'records', head: t.domains.columns.records, cell: foundText, isWide: true, width: 'w-40' },
  {
    id: 'checked',
    head: t.domains.columns.checked,
    cell: ({ lastCheckedAt }) => (lastCheckedAt === null ? t.domains.notChecked : <Moment at={lastCheckedAt} />),
    isWide: true,
    width: 'w-36',
  },
]

/** The domains that the project sends from. */
export function DomainListPage() {
  const { id: projectId, role } = useProject()
  const query = useQuery(domainsQuery(projectId))
  const [isAdding, setAdding] = useState(false)
  const mayAdd = mayManage({ role })
  useCommands(
    useMemo(
      () =>
        mayAdd
          ? [{ id: 'add domain', title: t.domains.add, group: 'page', keys: 'c', run: () => setAdding(true) }]
          : [],
      [mayAdd],
    ),
  )
  const add = mayAdd && (
    <Button variant="strong" icon={Plus} onClick={() => setAdding(true)}>
      {t.domains.add}
    </Button>
  )
  const { data: domains, error, refetch } = query
  return (
    <>
      <PageHeader title={t.domains.title} note={mayAdd ? undefined : t.domains.membersOnly}>
        {domains && domains.length > 0 && add}
      </PageHeader>
      <Panel>
        {domains?.length === 0 && (
          <EmptyState icon={Globe} sketch="records" title={t.domains.empty} text={t.domains.emptyText}>
            {add}
          </EmptyState>
        )}
        {domains && domains.length > 0 && (
          <DataTable
            label={t.domains.list}
            columns={COLUMNS}
            rows={domains}
            idOf={({ id }) => id}
            secondLine={foundText}
          />
        )}
        {!domains && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
      </Panel>
      <AddDomain isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

function DomainLink({ domain: { id, domain } }: { domain: Domain }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/domains/$domainId"
      params={{ projectId, domainId: id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {domain}
    </Link>
  )
}

function foundText({ records }: Domain): string {
  const required = records.filter((record) => record.required)
  if (required.length === 0) return t.domains.noRecords
  const found = required.filter(({ verified }) => verified)
  return t.domains.found(formatNumber(found.length), formatNumber(required.length))
}
