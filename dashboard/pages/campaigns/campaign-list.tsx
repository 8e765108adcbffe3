import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Megaphone, Plus } from 'lucide-react'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { SelectableRows } from '../../shared/archive/selectable-rows.js'
import { ListBody } from '../../shared/named-list/list-body.js'
import { useNewDialog } from '../../shared/named-list/use-new-dialog.js'
import { useListView } from '../../shared/views/use-list-view.js'
import { ViewBar } from '../../shared/views/view-bar.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { CampaignFilterBar } from './campaign-filter-bar.js'
import { CampaignTable } from './campaign-table.js'
import { CampaignTabs } from './campaign-tabs.js'
import { campaignFilters } from './filters.js'
import { NewCampaignDialog } from './new-campaign-dialog.js'

const SENDING_POLL_MS = 5_000
const CALM_POLL_MS = 15_000

function readViewed(address: Record<string, unknown>) {
  const { isNew: _isNew, page: _page, ...search } = campaignFilters.read(address)
  return search
}

const route = getRouteApi('/p/$projectId/campaigns')

/** The campaigns of the project by status, with the progress of sending ones. */
export function CampaignListPage() {
  const { isNew, page: _page, ...search } = route.useSearch()
  const view = useListView({ list: 'campaigns', search, read: readViewed })
  const create = useNewDialog({ id: 'new campaign', title: t.campaigns.create })
  return (
    <>
      <PageHeader title={t.campaigns.title}>
        <Button variant="strong" icon={Plus} onClick={create.open}>
          {t.campaigns.create}
        </Button>
      </PageHeader>
      <ViewBar of={view} />
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
  const query = useQuery({
    ...read('GET /campaigns', { projectId, query: campaignFilters.query(filters) }),
    placeholderData: keepPreviousData,
    // A scheduled campaign starts by itself, and other users start campaigns.
    refetchInterval: ({ state }) => every(isSending(state.data?.data) ? SENDING_POLL_MS : CALM_POLL_MS)(),
  })
  const { empty: title, emptyText: text, create: action, notFound, notFoundText } = t.campaigns
  return (
    <ListBody
      query={query}
      isFiltered={campaignFilters.isFiltered(filters)}
      empty={{ icon: Megaphone, sketch: 'message', title, text, action, onAction: onCreate }}
      notFound={
        campaignFilters.isWholeArchive(filters)
          ? { title: t.bulk.none, text: t.bulk.noneText }
          : { title: notFound, text: notFoundText }
      }
    >
      {(rows, isStale) => (
        <SelectableRows
          kind="campaign"
          rows={rows}
          isArchive={filters.archived === true}
          filterKey={campaignFilters.key(filters)}
        >
          {(selecting) => <CampaignTable rows={rows} isStale={isStale} selecting={selecting} />}
        </SelectableRows>
      )}
    </ListBody>
  )
}

function isSending(campaigns: readonly { status: string }[] = []): boolean {
  return campaigns.some(({ status }) => status === 'SENDING')
}
