import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import type { Tone } from '../../ui/badge.js'
import { join } from '../../ui/join.js'
import { TextLink } from '../../ui/link.js'
import { ExportFileButton } from '../export-file-button.js'
import { Moment } from '../moment.js'
import { notificationLink } from './notification-link.js'
import { notificationText, toneOf } from './notification-text.js'
import type { Notification } from './notifications-query.js'

const ICONS: Partial<Record<Tone, LucideIcon>> = { good: CircleCheck, warn: TriangleAlert }
const COLOURS: Partial<Record<Tone, string>> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }
// The file of an export is kept as long.
const FILE_MS = 86_400_000

interface NotificationRowProps {
  notification: Notification
  isNew: boolean
  onLeave: () => void
}

/** A notification: what happened, when, and where it leads. */
export function NotificationRow({ notification, isNew, onLeave }: NotificationRowProps) {
  const projectId = useProjectId()
  const tone = toneOf(notification)
  const Icon = ICONS[tone] ?? CircleX
  const target = notificationLink(notification, projectId)
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0">
      <Icon aria-hidden size={16} className={join('mt-0.5 shrink-0', COLOURS[tone])} />
      <div className="min-w-0 flex-1">
        <p className={join('break-words', isNew && 'font-medium')}>
          {notificationText(notification)}
          {isNew && <span className="sr-only">{` ${t.notifications.unread}`}</span>}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
          <Moment at={notification.createdAt} />
          {target && (
            <TextLink {...target.link} onClick={onLeave} className="py-0.5">
              {target.label}
            </TextLink>
          )}
        </p>
        <ExportFile notification={notification} projectId={projectId} />
      </div>
      {isNew && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </li>
  )
}

function ExportFile({ notification, projectId }: { notification: Notification; projectId: string }) {
  const { kind, about, createdAt } = notification
  const { jobId, what = '', name } = about
  const isKept = Date.now() - Date.parse(createdAt) < FILE_MS
  if (kind !== 'EXPORT_COMPLETED' || jobId === undefined || !isKept) return null
  return (
    <div className="mt-2">
      <ExportFileButton projectId={projectId} jobId={jobId} name={name ?? `${what}.csv`} />
    </div>
  )
}
