import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, Search, Waypoints } from 'lucide-react'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { configQuery } from '../session/user.js'
import { AccountMenu } from './account-menu.js'
import { AREAS, type Area } from './areas.js'
import { ProjectSwitcher } from './project-switcher.js'

// The page is shown before anybody knows what needs attention.
const AttentionFoot = lazy(async () => ({ default: (await import('./attention-foot.js')).AttentionFoot }))

const ENTRY = 'flex h-8 items-center gap-2 rounded-control px-2 hover:bg-raised'

/** The navigation of a project. `onNavigate` closes the drawer that holds it on a small screen. */
export function Sidebar({ onNavigate, onPalette }: { onNavigate?: () => void; onPalette: () => void }) {
  return (
    <div className="flex h-full flex-col gap-3">
      <ProjectSwitcher />
      <button
        type="button"
        onClick={onPalette}
        className="flex h-8 items-center gap-2 rounded-control border border-control px-2 text-muted hover:bg-raised"
      >
        <Search aria-hidden size={16} />
        <span className="flex-1 truncate text-left">{t.common.search}</span>
        <kbd className="font-mono text-small">{'Ctrl-K'}</kbd>
      </button>
      <nav aria-label={t.shell.navigation} className="flex flex-1 flex-col gap-3 overflow-y-auto">
        {AREAS.map(({ title, areas }) => (
          <div key={title}>
            {title && <div className="px-2 pb-1 text-small text-muted">{title}</div>}
            {areas.map((area) => (
              <AreaLink key={area.to} area={area} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
      </nav>
      <Suspense>
        <AttentionFoot onNavigate={onNavigate} />
      </Suspense>
      <Foot />
    </div>
  )
}

function AreaLink({
  area: { to, title, icon: Icon },
  onNavigate,
}: {
  area: Area
  onNavigate?: (() => void) | undefined
}) {
  const projectId = useProjectId()
  return (
    <Link
      to={to}
      params={{ projectId }}
      activeOptions={{ exact: to === '/p/$projectId', includeSearch: false }}
      onClick={onNavigate}
      className={`${ENTRY} aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-accent`}
    >
      <Icon aria-hidden size={16} />
      {title}
    </Link>
  )
}

function Foot() {
  const { data: config } = useQuery(configQuery)
  const temporal = config?.urls.temporalUi
  return (
    <div className="border-t border-line pt-3">
      <a href="/docs" className={ENTRY}>
        <BookOpen aria-hidden size={16} />
        {t.shell.reference}
      </a>
      {temporal && (
        <a href={temporal} rel="noopener noreferrer" className={ENTRY}>
          <Waypoints aria-hidden size={16} />
          {t.shell.temporal}
        </a>
      )}
      <AccountMenu />
    </div>
  )
}
