import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { t } from '../messages/index.js'
import { useRecentPages } from '../session/recent-pages.js'
import type { Entry } from './entry.js'

/** The pages of the project that were open before this one, while the search is empty. */
export function useRecentEntries(text: string): Entry[] {
  const { projectId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const pages = useRecentPages()
  if (text !== '') return []
  return pages
    .filter(({ path }) => path !== here && path.startsWith(`/p/${projectId}`))
    .map(({ path, href, title }) => ({
      id: `recent ${path}`,
      title,
      kind: t.commands.recent,
      run: () => void navigate({ to: href }),
    }))
}
