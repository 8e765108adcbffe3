import { Link } from '@tanstack/react-router'
import { useProjectId } from '../session/project.js'
import { join } from '../ui/join.js'
import type { Area } from './areas.js'
import { FOLDED, SIDEBAR_ENTRY } from './sidebar-entry.js'

/** The link to a page that the navigation names. */
export function AreaLink({
  area: { to, title, icon: Icon },
  isFolded,
  onNavigate,
}: {
  area: Area
  isFolded?: boolean | undefined
  onNavigate?: (() => void) | undefined
}) {
  const projectId = useProjectId()
  return (
    <Link
      to={to}
      params={{ projectId }}
      activeOptions={{ exact: to === '/p/$projectId', includeSearch: false }}
      onClick={onNavigate}
      title={isFolded ? title : undefined}
      className={join(
        SIDEBAR_ENTRY,
        isFolded && FOLDED,
        'aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-accent',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className={isFolded ? 'sr-only' : undefined}>{title}</span>
    </Link>
  )
}
