import { useQuery } from '@tanstack/react-query'
import { notFound, useParams } from '@tanstack/react-router'
import { projectsQuery, type Project } from './user.js'

/** The id of the project in the address of the page. */
export function useProjectId(): string {
  const { projectId } = useParams({ strict: false })
  if (projectId === undefined) throw new Error('This page belongs to no project')
  return projectId
}

/** The project of the page, which is shown only once it is known. One that was deleted meanwhile is not found. */
export function useProject(): Project {
  const id = useProjectId()
  const { data } = useQuery(projectsQuery)
  const project = data?.find((one) => one.id === id)
  if (!project) throw notFound({ routeId: '/p/$projectId' })
  return project
}

/** Whether the user may act where a MEMBER may not. The server decides anyway. */
export function mayManage({ role }: Pick<Project, 'role'>): boolean {
  return role !== 'MEMBER'
}
