import { lazy, Suspense, useState } from 'react'
import { Bell } from 'lucide-react'
import { t } from '../messages/index.js'
import { Dialog } from '../ui/dialog.js'
import { join } from '../ui/join.js'
import { FOLDED, SIDEBAR_ENTRY } from './sidebar-entry.js'
import { useUnread } from './use-unread.js'

const NotificationDrawer = lazy(async () => ({
  default: (await import('../shared/notifications/notification-drawer.js')).NotificationDrawer,
}))

interface NotificationBellProps {
  isFolded?: boolean | undefined
  /** Closes the drawer that holds the navigation on a small screen. */
  onNavigate?: (() => void) | undefined
}

/** Opens the notifications of the project, and shows how many the user has not read. */
export function NotificationBell({ isFolded, onNavigate }: NotificationBellProps) {
  const { unread, readAt } = useUnread()
  const [isOpen, setOpen] = useState(false)
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
        {unread !== null && (
          <span className="rounded-full bg-accent px-1.5 text-small font-medium text-on-accent">
            <span aria-hidden>{unread}</span>
            <span className="sr-only">{t.shell.unread(unread)}</span>
          </span>
        )}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.shell.notifications} at="drawer">
        <Suspense>
          <NotificationDrawer readAt={readAt} onLeave={leave} />
        </Suspense>
      </Dialog>
    </>
  )
}
