import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { projectsQuery, type Project } from './user.js'

/** The id of the project in the address of the page. */
export function useProjectId(): string {
  const { projectId } = useParams({ strict: false })
  if (projectId === undefined) throw new Error('This page belongs to no project')
  return projectId
}

/** The project of the page; null where it was deleted or left since the page was opened. */
export function useKnownProject(): Project | null {
  const id = useProjectId()
  const { data } = useQuery(projectsQuery)
  return data?.find((one) => one.id === id) ?? null
}

/** The project of the page; the pages below a project are shown only while it is known. */
export function useProject(): Project {
  const project = useKnownProject()
  if (!project) throw new Error('The project is not among those of the user')
  return project
}

/** Whether the project refuses to send, enable and start anything. */
export function useIsDisabledProject(): boolean {
  return useKnownProject()?.disabled ?? false
}

/** Whether the user may act where a MEMBER may not. The server decides anyway. */
export function mayManage({ role }: Pick<Project, 'role'>): boolean {
  return role !== 'MEMBER'
}
