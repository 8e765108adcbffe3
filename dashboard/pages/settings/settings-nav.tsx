import { Link } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { PARTS, type SettingsPart } from './parts.js'

/** The links to the parts of the settings: a column, or a row that scrolls on a small screen. */
export function SettingsNav({ isBilled }: { isBilled: boolean }) {
  const projectId = useProjectId()
  const titleOf = (part: SettingsPart): string =>
    part === 'billing' && !isBilled ? t.settings.parts.limits : t.settings.parts[part]
  return (
    <nav
      aria-label={t.settings.title}
      className="flex min-w-0 gap-1 overflow-x-auto border-b border-line pb-1 wide:flex-col wide:border-0 wide:pb-0"
    >
      {PARTS.map((part) => (
        <Link
          key={part}
          to="/p/$projectId/settings/$part"
          params={{ projectId, part }}
          className="flex h-8 shrink-0 items-center rounded-control px-3 outline-offset-[-2px] hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-accent"
        >
          {titleOf(part)}
        </Link>
      ))}
    </nav>
  )
}
