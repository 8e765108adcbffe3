import { useMemo } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '../commands/registry.js'
import { t } from '../messages/index.js'
import { askForKeys } from '../session/keys.js'
import { usePreferences } from '../session/preferences.js'
import { mayManage, useProject } from '../session/project.js'
import { copyText } from '../ui/copy-text.js'
import { stepFocus } from '../ui/step-focus.js'
import { toast } from '../ui/toast.js'
import { AREAS } from './areas.js'
import { useGeneralCommands, type OpenedByCommand } from './use-general-commands.js'

/** Registers the commands of every page of a project. */
export function useShellCommands(open: (what: OpenedByCommand) => void): void {
  useGeneralCommands(open)
  const { id: projectId, role } = useProject()
  const isManager = mayManage({ role })
  const navigate = useNavigate()
  const [{ isSidebarFolded }, change] = usePreferences()
  const commands = useMemo((): Command[] => {
    const areas = AREAS.flatMap((group) => group.areas).map(({ to, title, key }): Command => ({
      id: `go ${to}`,
      title: t.commands.goTo(title),
      group: 'go',
      ...(key === undefined ? {} : { keys: `g ${key}` }),
      run: () => void navigate({ to, params: { projectId } }),
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
    return [...areas, ...rows, ...(isManager ? [key] : []), fold]
  }, [projectId, isManager, navigate, isSidebarFolded, change])
  useCommands(commands)
}

/** The key is asked for at this moment, and shown nowhere. */
async function copyPublicKey(projectId: string): Promise<void> {
  const key = async (): Promise<string> => (await askForKeys(projectId))?.publicKey ?? ''
  if (await copyText(key)) toast(t.commands.publicKeyCopied)
}

/** Walks through the list of the page, if it has one. */
function walkRows(key: 'j' | 'k'): void {
  const rows = document.querySelector('[data-rows]')
  if (rows) stepFocus(rows, key)
}
