import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Megaphone, Plus, SearchX } from 'lucide-react'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { Pager } from '../../shared/pager.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { CampaignFilterBar } from './campaign-filter-bar.js'
import { CampaignTable } from './campaign-table.js'
import { CampaignTabs } from './campaign-tabs.js'
import { campaignQuery, isFiltered } from './filters.js'
import { NewCampaignDialog } from './new-campaign-dialog.js'

const SENDING_POLL_MS = 5_000
const CALM_POLL_MS = 15_000

const route = getRouteApi('/p/$projectId/campaigns')

/** The campaigns of the project by status, with the progress of those that are being sent. */
export function CampaignListPage() {
  const { isNew } = route.useSearch()
  const navigate = route.useNavigate()
  const create = useMemo(
    () => ({
      open: () => void navigate({ search: (search) => ({ ...search, isNew: true }) }),
      close: () => void navigate({ search: (search) => ({ ...search, isNew: undefined }) }),
    }),
    [navigate],
  )
  useCommands(
    useMemo(
      () => [{ id: 'new campaign', title: t.campaigns.create, group: 'page', keys: 'c', run: create.open }],
      [create],
    ),
  )
  return (
    <>
      <PageHeader title={t.campaigns.title}>
        <Button look="strong" icon={Plus} onClick={create.open}>
          {t.campaigns.create}
        </Button>
      </PageHeader>
      <CampaignTabs />
      <CampaignFilterBar />
      <Panel>
        <Rows onCreate={create.open} />
      </Panel>
      <NewCampaignDialog isOpen={isNew === true} onClose={create.close} />
    </>
  )
}

function Rows({ onCreate }: { onCreate: () => void }) {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read('GET /campaigns', { projectId, query: campaignQuery(filters) }),
    placeholderData: keepPreviousData,
    // A scheduled campaign begins by itself, and others are sent by colleagues.
    refetchInterval: ({ state }) => every(isSending(state.data?.data) ? SENDING_POLL_MS : CALM_POLL_MS)(),
  })
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  if (data.total === 0 && !isFiltered(filters)) {
    return (
      <EmptyState icon={Megaphone} title={t.campaigns.empty} text={t.campaigns.emptyText}>
        <Button onClick={onCreate}>{t.campaigns.create}</Button>
      </EmptyState>
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState icon={SearchX} title={t.campaigns.notFound} text={t.campaigns.notFoundText}>
        <Button onClick={() => void navigate({ search: {} })}>{t.common.clearFilters}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      <CampaignTable rows={data.data} isStale={isPlaceholderData} />
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      <Pager page={data.page} pages={data.totalPages} />
    </>
  )
}

function isSending(campaigns: readonly { status: string }[] = []): boolean {
  return campaigns.some(({ status }) => status === 'SENDING')
}
