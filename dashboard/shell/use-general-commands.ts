import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCommands, type Command } from '../commands/registry.js'
import { t } from '../messages/index.js'
import { chooseTheme, THEMES } from '../session/theme.js'
import { projectsQuery } from '../session/user.js'
import { useSignOut } from '../shared/sign-out.js'

/** The overlays that a command opens. */
export type OpenedByCommand = 'palette' | 'shortcuts'

/** Registers the commands of every page for a signed-in user, also outside of any project. */
export function useGeneralCommands(open: (what: OpenedByCommand) => void): void {
  const { projectId } = useParams({ strict: false })
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data: projects } = useQuery(projectsQuery)
  const commands = useMemo((): Command[] => {
    const others = (projects ?? []).filter(({ id }) => id !== projectId)
    const switches = others.map(({ id, name }): Command => ({
      id: `switch ${id}`,
      title: t.commands.switchTo(name),
      group: 'project',
      run: () => void navigate({ to: '/p/$projectId', params: { projectId: id } }),
    }))
    const pages: Command[] = [
      {
        id: 'go projects',
        title: t.commands.goTo(t.shell.allProjects),
        group: 'go',
        keys: 'g p',
        run: () => void navigate({ to: '/projects' }),
      },
      {
        id: 'go account',
        title: t.commands.goTo(t.account.title),
        group: 'go',
        run: () => void navigate({ to: '/account' }),
      },
    ]
    const themes = THEMES.map((theme): Command => ({
      id: `theme ${theme}`,
      title: t.commands.useTheme(t.shell.themes[theme]),
      group: 'general',
      run: () => chooseTheme(theme),
    }))
    return [
      ...pages,
      ...switches,
      ...themes,
      { id: 'palette', title: t.commands.openPalette, group: 'general', keys: 'mod+k', run: () => open('palette') },
      { id: 'help', title: t.commands.showShortcuts, group: 'general', keys: '?', run: () => open('shortcuts') },
      { id: 'sign out', title: t.shell.signOut, group: 'general', run: signOut },
    ]
  }, [projectId, navigate, projects, open, signOut])
  useCommands(commands)
}
