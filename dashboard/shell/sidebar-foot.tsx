import { useQuery } from '@tanstack/react-query'
import { BookOpen, PanelLeftClose, PanelLeftOpen, Waypoints, type LucideIcon } from 'lucide-react'
import { t } from '../messages/index.js'
import { useDeveloperDetails } from '../session/developer-details.js'
import { usePreferences } from '../session/preferences.js'
import { configQuery } from '../session/user.js'
import { join } from '../ui/join.js'
import { AccountMenu } from './account-menu.js'
import { NotificationBell } from './notification-bell.js'
import { FOLDED, SIDEBAR_ENTRY } from './sidebar-entry.js'

interface SidebarFootProps {
  isFolded?: boolean | undefined
  /** Closes the drawer that holds the navigation on a small screen. */
  onNavigate?: (() => void) | undefined
}

/** The end of the sidebar: what leads out of the dashboard, the account, and the fold. */
export function SidebarFoot({ isFolded, onNavigate }: SidebarFootProps) {
  const { data: config } = useQuery(configQuery)
  const areDetailsShown = useDeveloperDetails()
  const temporal = areDetailsShown ? config?.urls.temporalUi : null
  return (
    <div className="border-t border-line pt-3">
      <NotificationBell isFolded={isFolded} onNavigate={onNavigate} />
      <Outward href="/docs" icon={BookOpen} label={t.shell.reference} isFolded={isFolded} />
      {temporal && <Outward href={temporal} icon={Waypoints} label={t.shell.temporal} isFolded={isFolded} />}
      <AccountMenu isFolded={isFolded} />
      {!onNavigate && <Fold />}
    </div>
  )
}

function Outward({
  href,
  icon: Icon,
  label,
  isFolded,
}: {
  href: string
  icon: LucideIcon
  label: string
  isFolded?: boolean | undefined
}) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      title={isFolded ? label : undefined}
      className={join(SIDEBAR_ENTRY, isFolded && FOLDED)}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className={isFolded ? 'sr-only' : undefined}>{label}</span>
    </a>
  )
}

function Fold() {
  const [{ isSidebarFolded }, change] = usePreferences()
  const Icon = isSidebarFolded ? PanelLeftOpen : PanelLeftClose
  const label = isSidebarFolded ? t.shell.unfold : t.shell.fold
  return (
    <button
      type="button"
      title={isSidebarFolded ? label : undefined}
      onClick={() => change({ isSidebarFolded: !isSidebarFolded })}
      className={join(SIDEBAR_ENTRY, 'w-full text-muted', isSidebarFolded && FOLDED)}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className={isSidebarFolded ? 'sr-only' : undefined}>{label}</span>
    </button>
  )
}
