import { CalendarClock, CheckCheck, CirclePause, CircleX, FilePen, Send, type LucideIcon } from 'lucide-react'
import { formatExact, formatRelative } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { StatusBadge, type Tone } from '../../ui/badge.js'
import { shownStatus, type Campaign, type ShownStatus } from './campaign.js'

const VARIANTS: Record<ShownStatus, [Tone, LucideIcon]> = {
  DRAFT: ['muted', FilePen],
  SCHEDULED: ['info', CalendarClock],
  SENDING: ['info', Send],
  PAUSED: ['warn', CirclePause],
  SENT: ['good', CheckCheck],
  CANCELLED: ['muted', CircleX],
}

/** The status of a campaign in words; for a scheduled one also the time until it starts. */
export function CampaignStatus({ campaign }: { campaign: Pick<Campaign, 'status' | 'pausedAt' | 'scheduledFor'> }) {
  const status = shownStatus(campaign)
  const [tone, icon] = VARIANTS[status]
  const { scheduledFor } = campaign
  if (status !== 'SCHEDULED' || scheduledFor === null) {
    return <StatusBadge tone={tone} icon={icon} label={t.campaigns.statuses[status]} />
  }
  const at = new Date(scheduledFor)
  const distance = formatRelative(at, new Date())
  const label = (
    <span>
      {t.campaigns.statuses[status]}
      <span className="max-wide:hidden">{t.campaigns.scheduledIn(distance)}</span>
    </span>
  )
  return <StatusBadge tone={tone} icon={icon} label={label} title={formatExact(at)} />
}
