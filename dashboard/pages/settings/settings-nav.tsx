import { useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { PARTS, type SettingsPart } from './parts.js'

/** The links to the parts of the settings: a column, or a row that scrolls on a small screen. */
export function SettingsNav({ current, isBilled }: { current: SettingsPart; isBilled: boolean }) {
  const projectId = useProjectId()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  usePartCommands(isBilled)
  return (
    <nav
      ref={nav}
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
          {titleOf(part, isBilled)}
        </Link>
      ))}
    </nav>
  )
}

/** An installation without bills has quotas alone in the place of billing. */
function titleOf(part: SettingsPart, isBilled: boolean): string {
  return part === 'billing' && !isBilled ? t.settings.parts.limits : t.settings.parts[part]
}

function usePartCommands(isBilled: boolean): void {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const commands = useMemo(
    () =>
      PARTS.map((part): Command => ({
        id: `settings ${part}`,
        title: t.commands.goTo(titleOf(part, isBilled)),
        group: 'page',
        run: () => void navigate({ to: '/p/$projectId/settings/$part', params: { projectId, part } }),
      })),
    [projectId, navigate, isBilled],
  )
  useCommands(commands)
}
