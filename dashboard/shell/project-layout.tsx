import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Menu as MenuIcon, TriangleAlert } from 'lucide-react'
import { every } from '../api/polling.js'
import { t } from '../messages/index.js'
import { usePreferences } from '../session/preferences.js'
import { useKnownProject, useProject } from '../session/project.js'
import { IconButton } from '../ui/button.js'
import { projectsQuery } from '../session/user.js'
import { Dialog } from '../ui/dialog.js'
import { FollowedJobs } from './followed-jobs.js'
import { join } from '../ui/join.js'
import { TextLink } from '../ui/link.js'
import { Mark } from '../ui/mark.js'
import { NoSuchProject } from './no-such-page.js'
import { Overlays } from './overlays.js'
import { Sidebar } from './sidebar.js'
import { useRecordPages } from './use-record-pages.js'
import { UnreadBanner } from './unread-banner.js'
import { useShellCommands } from './use-shell-commands.js'
import { useUnread } from './use-unread.js'

// An operator may enable the project at any time.
const POLL_MS = 60_000

type Open = 'none' | 'drawer' | 'palette' | 'shortcuts'

/** The frame of every page of a project; without it where the project was deleted or left while a page was open. */
export function ProjectLayout() {
  return useKnownProject() ? <Frame /> : <NoSuchProject />
}

/** Navigation, palette, and the page itself. */
function Frame() {
  const [open, setOpen] = useState<Open>('none')
  const close = (): void => setOpen('none')
  const project = useProject()
  const [{ isSidebarFolded }] = usePreferences()
  useShellCommands(setOpen)
  useRecordPages()
  return (
    <div
      className={join(
        'min-h-dvh wide:grid',
        isSidebarFolded ? 'wide:grid-cols-[56px_minmax(0,1fr)]' : 'wide:grid-cols-[216px_minmax(0,1fr)]',
      )}
    >
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t.common.skip}
      </a>
      <header className="flex h-12 items-center gap-2 border-b border-line bg-surface px-2 wide:hidden">
        <NavigationButton onOpen={() => setOpen('drawer')} />
        <Mark />
        <span className="min-w-0 truncate font-semibold">{project.name}</span>
      </header>
      <aside
        className={join(
          'sticky top-0 hidden h-dvh border-r border-line bg-surface py-3 wide:block',
          isSidebarFolded ? 'px-2' : 'px-3',
        )}
      >
        <Sidebar isFolded={isSidebarFolded} onPalette={() => setOpen('palette')} />
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl min-w-0 p-4 outline-none has-data-full-page:wide:flex has-data-full-page:wide:h-dvh has-data-full-page:wide:flex-col has-data-wide-page:max-w-none wide:p-6"
      >
        <DisabledBanner />
        <UnreadBanner />
        <Outlet />
      </main>
      <Dialog isOpen={open === 'drawer'} onClose={close} title={t.shell.navigation} at="side">
        <Sidebar onNavigate={close} onPalette={() => setOpen('palette')} />
      </Dialog>
      <FollowedJobs />
      <Overlays open={open === 'palette' || open === 'shortcuts' ? open : null} onClose={close} />
    </div>
  )
}

/** Opens the navigation on a small screen, and shows how many notifications are unread in it. */
function NavigationButton({ onOpen }: { onOpen: () => void }) {
  const { unread } = useUnread()
  const label = unread === null ? t.shell.openNavigation : t.shell.openUnread(unread)
  return (
    <span className="relative">
      <IconButton icon={MenuIcon} label={label} onClick={onOpen} />
      {unread !== null && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 left-4 rounded-full bg-accent px-1 text-small leading-4 font-medium text-on-accent"
        >
          {unread}
        </span>
      )}
    </span>
  )
}

/** Says that the project is disabled or being reset, and leads to the cure; gone once the project works again. */
function DisabledBanner() {
  const { id: projectId, disabled, disabledReason } = useProject()
  useQuery({ ...projectsQuery, refetchInterval: disabled ? every(POLL_MS) : false })
  if (!disabled) return null
  return (
    <div className="mb-4 flex items-start gap-2 rounded-panel border border-warn p-3 text-warn">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <p className="flex flex-wrap gap-x-3 gap-y-2">
        <span>
          {disabledReason ? `${t.shell.disabled} ${t.shell.disabledReasons[disabledReason]}` : t.shell.isReset}
        </span>
        {disabledReason === 'EMAIL_REPUTATION' && (
          <TextLink to="/p/$projectId/emails" params={{ projectId }} search={{ status: 'BOUNCED,COMPLAINED' }}>
            {t.shell.harmfulEmails}
          </TextLink>
        )}
        {disabledReason && (
          <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part: 'security' }}>
            {t.shell.whyDisabled}
          </TextLink>
        )}
      </p>
    </div>
  )
}
