import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { every } from '../api/polling.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { newestNotifications } from '../shared/notifications/notifications-query.js'
import { Dialog } from '../ui/dialog.js'
import { join } from '../ui/join.js'
import { FOLDED, SIDEBAR_ENTRY } from './sidebar-entry.js'

const NotificationDrawer = lazy(async () => ({
  default: (await import('../shared/notifications/notification-drawer.js')).NotificationDrawer,
}))

const POLL_MS = 60_000
const MOST_SHOWN = 99

interface NotificationBellProps {
  isFolded?: boolean | undefined
  /** Closes the drawer that holds the navigation on a small screen. */
  onNavigate?: (() => void) | undefined
}

/** Opens the notifications of the project, and shows how many the user has not read. */
export function NotificationBell({ isFolded, onNavigate }: NotificationBellProps) {
  const projectId = useProjectId()
  const { data } = useQuery({ ...newestNotifications(projectId), refetchInterval: every(POLL_MS) })
  const [isOpen, setOpen] = useState(false)
  const unread = data?.unread ?? 0
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : formatNumber(unread)
  const leave = (): void => {
    setOpen(false)
    onNavigate?.()
  }
  return (
    <>
      <button
        type="button"
        title={isFolded ? t.shell.notifications : undefined}
        onClick={() => setOpen(true)}
        className={join(SIDEBAR_ENTRY, 'w-full', isFolded && FOLDED)}
      >
        <Bell aria-hidden size={16} className="shrink-0" />
        <span className={isFolded ? 'sr-only' : 'flex-1 text-left'}>{t.shell.notifications}</span>
        {unread > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-small font-medium text-on-accent">
            <span aria-hidden>{shown}</span>
            <span className="sr-only">{t.shell.unread(shown)}</span>
          </span>
        )}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.shell.notifications} at="drawer">
        <Suspense>
          <NotificationDrawer readAt={data?.readAt ?? null} onLeave={leave} />
        </Suspense>
      </Dialog>
    </>
  )
}
