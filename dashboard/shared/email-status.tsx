import {
  Ban,
  CheckCheck,
  CircleX,
  Clock,
  Eye,
  Flag,
  Inbox,
  MousePointerClick,
  Pause,
  Send,
  SkipForward,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import type { EmailStatus as Status } from '../../models/domain/email-status.js'
import { t } from '../messages/index.js'
import { StatusBadge, type Tone } from '../ui/badge.js'

const VARIANTS: Record<Status, [Tone, LucideIcon]> = {
  PENDING: ['muted', Clock],
  SENDING: ['info', Send],
  SENT: ['info', Send],
  DELIVERED: ['good', CheckCheck],
  OPENED: ['good', Eye],
  CLICKED: ['good', MousePointerClick],
  BOUNCED: ['bad', Undo2],
  COMPLAINED: ['bad', Flag],
  FAILED: ['bad', CircleX],
  SUPPRESSED: ['warn', Ban],
  SKIPPED: ['warn', SkipForward],
  RECEIVED: ['muted', Inbox],
}

const PAUSES: readonly string[] = ['campaign_paused', 'project_paused']

/** The status of an email in words. One that waits for its paused campaign is paused. */
export function EmailStatus({ status, deferred }: { status: Status; deferred?: { reason: string } | null }) {
  if (deferred && PAUSES.includes(deferred.reason)) {
    return <StatusBadge tone="warn" icon={Pause} label={t.emails.paused} />
  }
  const [tone, icon] = VARIANTS[status]
  return <StatusBadge tone={tone} icon={icon} label={t.emails.statuses[status]} />
}
