import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { Moment } from '../../shared/moment.js'
import { besideBox, withSelectBoxes } from '../../shared/selection/select-box.js'
import type { Selecting } from '../../shared/selection/use-selection.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { CampaignRowMenu } from './campaign-row-menu.js'
import { CampaignStatus } from './campaign-status.js'
import { percentOf, resolvedOf, type ListedCampaign } from './campaign.js'

const COLUMNS: readonly Column<ListedCampaign>[] = [
  nameColumn('campaign', t.campaigns.columns.name),
  {
    id: 'status',
    head: t.campaigns.columns.status,
    cell: (campaign) => <CampaignStatus campaign={campaign} />,
    width: 'w-46 max-wide:w-31',
  },
  { id: 'audience', head: t.campaigns.columns.audience, cell: audienceOf, isWide: true, width: 'w-36' },
  {
    id: 'sent',
    head: t.campaigns.columns.sent,
    cell: (campaign) => <Progress campaign={campaign} />,
    isWide: true,
    isNumber: true,
    width: 'w-28',
  },
  {
    id: 'opened',
    head: t.campaigns.columns.opened,
    cell: ({ openedCount, sentCount }) => rateOf(openedCount, sentCount),
    isWide: true,
    isNumber: true,
    width: 'w-20',
  },
  {
    id: 'clicked',
    head: t.campaigns.columns.clicked,
    cell: ({ clickedCount, sentCount }) => rateOf(clickedCount, sentCount),
    isWide: true,
    isNumber: true,
    width: 'w-20',
  },
  {
    id: 'changed',
    head: t.campaigns.columns.changed,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    isWide: true,
    width: 'w-34',
  },
  {
    id: 'actions',
    head: t.campaigns.columns.actions,
    cell: (campaign) => <CampaignRowMenu campaign={campaign} />,
    width: 'w-18',
  },
]

/** Campaigns as a table. The rates are shares of the sent emails. */
export function CampaignTable({
  rows,
  isStale,
  selecting,
}: {
  rows: readonly ListedCampaign[]
  isStale: boolean
  selecting: Selecting
}) {
  return (
    <DataTable
      label={t.campaigns.list}
      columns={withSelectBoxes(COLUMNS, selecting)}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      secondLine={besideBox(secondLineOf)}
    />
  )
}

/** The sent emails, with a progress bar while the campaign is sending. */
function Progress({ campaign }: { campaign: ListedCampaign }) {
  const { status, totalRecipients } = campaign
  const percent = percentOf(resolvedOf(campaign), totalRecipients)
  if (status !== 'SENDING' || percent === null) return sentOf(campaign)
  return (
    <>
      {sentOf(campaign)}
      <div aria-hidden className="mt-0.5 h-1 rounded-full bg-raised">
        <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
    </>
  )
}

function audienceOf({ audienceType, segment }: ListedCampaign): string {
  if (audienceType === 'SEGMENT') return segment?.name ?? t.campaigns.segmentGone
  return audienceType === null ? t.campaigns.noAudience : t.campaigns.audiences[audienceType]
}

function sentOf(campaign: ListedCampaign): string {
  const { status, sentCount, totalRecipients } = campaign
  if (status === 'DRAFT' || status === 'SCHEDULED') return t.campaigns.notYet
  if (status === 'SENT') return formatNumber(sentCount)
  return t.campaigns.ofTotal(formatNumber(resolvedOf(campaign)), formatNumber(totalRecipients))
}

function rateOf(part: number, whole: number): string {
  const percent = percentOf(part, whole)
  return percent === null ? t.campaigns.notYet : formatRate(percent)
}

function secondLineOf(campaign: ListedCampaign): string {
  const { status, openedCount, sentCount } = campaign
  if (status === 'DRAFT' || status === 'SCHEDULED') return audienceOf(campaign)
  if (status === 'SENDING') return sentOf(campaign)
  return t.campaigns.openedLine(rateOf(openedCount, sentCount))
}
