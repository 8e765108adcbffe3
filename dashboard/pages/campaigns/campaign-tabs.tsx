import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { LinkTabs } from '../../ui/tabs.js'
import { CAMPAIGN_STATUSES } from './campaign.js'

const COUNT_STALE_MS = 15_000
// A page beyond the last one has the total, but no campaigns, whose contents can be long.
const BEYOND = { page: 1_000_000, pageSize: 1 }

const route = getRouteApi('/p/$projectId/campaigns')

/** The statuses of campaigns, each with its count. */
export function CampaignTabs() {
  const projectId = useProjectId()
  const { q, sort, archived, status: current } = route.useSearch()
  const search = { ...(q === undefined ? {} : { search: q }), ...(archived ? { archived } : {}) }
  const counts = useQueries({
    queries: [undefined, ...CAMPAIGN_STATUSES].map((status) => ({
      ...read('GET /campaigns', { projectId, query: { ...BEYOND, ...search, ...(status ? { status } : {}) } }),
      staleTime: COUNT_STALE_MS,
      // A scheduled campaign starts by itself.
      refetchInterval: every(COUNT_STALE_MS),
    })),
  })
  const tabs = [undefined, ...CAMPAIGN_STATUSES].map((status, index) => {
    const name = status === undefined ? t.campaigns.all : t.campaigns.statuses[status]
    const total = counts[index]?.data?.total
    return {
      id: status ?? 'all',
      title: total === undefined ? name : t.campaigns.tab(name, formatNumber(total)),
      isCurrent: status === current,
      search: { q, sort, status, archived },
    }
  })
  return <LinkTabs label={t.campaigns.byStatus} tabs={tabs} />
}
