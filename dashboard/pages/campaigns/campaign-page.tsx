import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { every } from '../../api/polling.js'
import { t } from '../../messages/index.js'
import { ArchivedBanner } from '../../shared/archive/archived-banner.js'
import { Failure, isMissing } from '../../shared/failure.js'
import { Gone } from '../../shared/gone.js'
import { lazyPart } from '../../shared/lazy-part.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { campaignQueryOf } from './campaign-cache.js'
import type { Campaign } from './campaign.js'

// The counts have their own poll; this one detects that a campaign starts or ends.
const POLL_MS = 5_000

type Part = { campaign: Campaign }
const loading = <SkeletonRows />
const Composer = lazyPart<Part, 'Composer'>(() => import('./composer/composer.js'), 'Composer', loading)
const Scheduled = lazyPart<Part, 'Scheduled'>(() => import('./scheduled/scheduled.js'), 'Scheduled', loading)
const Sending = lazyPart<Part, 'Sending'>(() => import('./sending/sending.js'), 'Sending', loading)
const Results = lazyPart<Part, 'Results'>(() => import('./results/results.js'), 'Results', loading)

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** A campaign; the view depends on its status. */
export function CampaignPage() {
  const projectId = useProjectId()
  const { campaignId } = route.useParams()
  const { data, error, refetch } = useQuery({
    ...campaignQueryOf(projectId, campaignId),
    refetchInterval: ({ state }) => isMoving(state.data) && every(POLL_MS)(),
  })
  if (isMissing(error)) {
    return (
      <Gone title={t.campaigns.gone} text={t.campaigns.goneText}>
        <TextLink to="/p/$projectId/campaigns" params={{ projectId }}>
          {t.campaigns.back}
        </TextLink>
      </Gone>
    )
  }
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  return (
    <>
      <ArchivedBanner kind="campaign" record={data} isOver={data.status !== 'DRAFT'} />
      <View key={data.id} campaign={data} />
    </>
  )
}

function View({ campaign }: { campaign: Campaign }) {
  const { isEdited } = route.useSearch()
  switch (campaign.status) {
    case 'DRAFT':
      return <Composer campaign={campaign} />
    case 'SCHEDULED':
      return isEdited ? <Composer campaign={campaign} /> : <Scheduled campaign={campaign} />
    case 'SENDING':
      return <Sending campaign={campaign} />
    default:
      return <Results campaign={campaign} />
  }
}

/** Whether a campaign will change its status by itself soon. */
function isMoving(campaign: Campaign | undefined): boolean {
  return campaign?.status === 'SENDING' || campaign?.status === 'SCHEDULED'
}
