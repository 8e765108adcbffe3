import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePreferences } from './preferences.js'
import { projectsQuery, type Project } from './user.js'

/**
 * Whether what only developers need is shown to a user who has not decided: to who made the project, and not to those
 * who were invited. Without a project, to who has made one.
 */
export function seesDetails(projects: readonly Pick<Project, 'id' | 'role'>[], projectId: string | undefined): boolean {
  return projects.some(({ id, role }) => role === 'OWNER' && (projectId === undefined || id === projectId))
}

/** Whether the page shows what only developers need: JSON, ids, Liquid and Temporal. */
export function useDeveloperDetails(): boolean {
  const [{ areDeveloperDetailsShown }] = usePreferences()
  const { projectId } = useParams({ strict: false })
  const { data: projects } = useQuery(projectsQuery)
  return areDeveloperDetailsShown ?? seesDetails(projects ?? [], projectId)
}
