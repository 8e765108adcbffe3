import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '../commands/registry.js'
import { t } from '../messages/index.js'
import { askForKeys } from '../session/keys.js'
import { usePreferences } from '../session/preferences.js'
import { mayManage, useProject } from '../session/project.js'
import { chooseTheme, THEMES } from '../session/theme.js'
import { projectsQuery } from '../session/user.js'
import { wordsFor } from '../shared/failure.js'
import { stepFocus } from '../ui/step-focus.js'
import { toast } from '../ui/toast.js'
import { AREAS } from './areas.js'

/** Offers what can be done on every page of a project. */
export function useShellCommands(open: (what: 'palette' | 'shortcuts') => void): void {
  const { id: projectId, role } = useProject()
  const isManager = mayManage({ role })
  const navigate = useNavigate()
  const { data: projects } = useQuery(projectsQuery)
  const [{ isSidebarFolded }, change] = usePreferences()
  const commands = useMemo((): Command[] => {
    const areas = AREAS.flatMap((group) => group.areas).map(({ to, title, key }): Command => ({
      id: `go ${to}`,
      title: t.commands.goTo(title),
      group: 'go',
      ...(key === undefined ? {} : { keys: `g ${key}` }),
      run: () => void navigate({ to, params: { projectId } }),
    }))
    const others = (projects ?? []).filter(({ id }) => id !== projectId)
    const switches = others.map(({ id, name }): Command => ({
      id: `switch ${id}`,
      title: t.commands.switchTo(name),
      group: 'project',
      run: () => void navigate({ to: '/p/$projectId', params: { projectId: id } }),
    }))
    const themes = THEMES.map((theme): Command => ({
      id: `theme ${theme}`,
      title: t.commands.useTheme(t.shell.themes[theme]),
      group: 'general',
      run: () => chooseTheme(theme),
    }))
    const rows: Command[] = [
      { id: 'next row', title: t.commands.nextRow, group: 'rows', keys: 'j', run: () => walkRows('j') },
      { id: 'last row', title: t.commands.lastRow, group: 'rows', keys: 'k', run: () => walkRows('k') },
    ]
    const key: Command = {
      id: 'copy public key',
      title: t.commands.copyPublicKey,
      group: 'project',
      run: () => void copyPublicKey(projectId),
    }
    const fold: Command = {
      id: 'fold',
      title: isSidebarFolded ? t.shell.unfold : t.shell.fold,
      group: 'general',
      keys: '[',
      run: () => change({ isSidebarFolded: !isSidebarFolded }),
    }
    const general: Command[] = [
      ...(isManager ? [key] : []),
      fold,
      { id: 'palette', title: t.commands.openPalette, group: 'general', keys: 'mod+k', run: () => open('palette') },
      { id: 'help', title: t.commands.showShortcuts, group: 'general', keys: '?', run: () => open('shortcuts') },
    ]
    return [...areas, ...rows, ...switches, ...themes, ...general]
  }, [projectId, isManager, navigate, projects, open, isSidebarFolded, change])
  useCommands(commands)
}

/** The key is asked for at this moment, and shown nowhere. */
async function copyPublicKey(projectId: string): Promise<void> {
  try {
    const keys = await askForKeys(projectId)
    if (!keys) return
    await navigator.clipboard.writeText(keys.publicKey)
    toast(t.commands.publicKeyCopied)
  } catch (error) {
    toast(wordsFor(error).message)
  }
}

/** Walks through the list of the page, if it has one. */
function walkRows(key: 'j' | 'k'): void {
  const rows = document.querySelector('[data-rows]')
  if (rows) stepFocus(rows, key)
}
