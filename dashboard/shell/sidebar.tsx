import { lazy, Suspense } from 'react'
import { Search } from 'lucide-react'
import { t } from '../messages/index.js'
import { IconButton } from '../ui/button.js'
import { AREAS } from './areas.js'
import { AreaLink } from './area-link.js'
import { ProjectSwitcher } from './project-switcher.js'
import { SidebarFoot } from './sidebar-foot.js'

// The page is shown before the issues that need attention are known.
const AttentionFoot = lazy(async () => ({ default: (await import('./attention-foot.js')).AttentionFoot }))

interface SidebarProps {
  /** Icons alone are shown. */
  isFolded?: boolean
  /** Closes the drawer that holds the navigation on a small screen. */
  onNavigate?: () => void
  onPalette: () => void
}

/** The navigation of a project. */
export function Sidebar({ isFolded, onNavigate, onPalette }: SidebarProps) {
  return (
    <div className="flex h-full flex-col gap-3">
      <ProjectSwitcher isFolded={isFolded} />
      {isFolded ? (
        <IconButton icon={Search} label={t.common.search} onClick={onPalette} className="mx-auto" />
      ) : (
        <button
          type="button"
          onClick={onPalette}
          className="flex h-8 items-center gap-2 rounded-control border border-edge bg-surface px-2 text-muted shadow-control hover:bg-raised"
        >
          <Search aria-hidden size={16} />
          <span className="flex-1 truncate text-left">{t.common.search}</span>
          <kbd className="text-small">{'Ctrl-K'}</kbd>
        </button>
      )}
      <nav aria-label={t.shell.navigation} className="flex flex-1 flex-col gap-3 overflow-y-auto">
        {AREAS.map(({ title, areas }) => (
          <div key={title} className={isFolded && title ? 'border-t border-line pt-3' : undefined}>
            {title && !isFolded && <div className="px-2 pb-1 text-small text-muted">{title}</div>}
            {areas.map((area) => (
              <AreaLink key={area.to} area={area} isFolded={isFolded} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
      </nav>
      <Suspense>
        <AttentionFoot isFolded={isFolded} onNavigate={onNavigate} />
      </Suspense>
      <SidebarFoot isFolded={isFolded} onNavigate={onNavigate} />
    </div>
  )
}
