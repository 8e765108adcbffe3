import { CircleCheck, CircleSlash, CircleX, Hourglass, LoaderCircle, LogOut, type LucideIcon } from 'lucide-react'
import type { ExecutionStatus as Status } from '../../models/domain/execution-status.js'
import { formatExact } from '../messages/format.js'
import { t } from '../messages/index.js'
import { StatusBadge, type Tone } from '../ui/badge.js'

const VARIANTS: Record<Status, [Tone, LucideIcon]> = {
  RUNNING: ['info', LoaderCircle],
  WAITING: ['info', Hourglass],
  COMPLETED: ['good', CircleCheck],
  EXITED: ['good', LogOut],
  FAILED: ['bad', CircleX],
  CANCELLED: ['muted', CircleSlash],
}

/** The status of an execution in words; its title says until when it waits. */
export function ExecutionStatus({ status, wakeAt }: { status: Status; wakeAt?: string | null }) {
  const [tone, icon] = VARIANTS[status]
  const title = wakeAt ? { title: formatExact(new Date(wakeAt)) } : {}
  return <StatusBadge tone={tone} icon={icon} label={t.executions.statuses[status]} {...title} />
}
