import type { Answer } from '../../api/client.js'
import { queryClient, read } from '../../api/query.js'
import type { ViewedList } from '../../../models/domain/views.js'

/** A saved view as the API shows it. */
export type View = Answer<'GET /views'>['data'][number]

const STALE_MS = 60_000

/** The views of a list that the user sees, and the user's own look of the list, which has no name. */
export function viewsQuery(projectId: string, list: ViewedList) {
  return { ...read('GET /views', { projectId, query: { list } }), staleTime: STALE_MS }
}

/** Puts a view that was stored into the list of views. */
export function keepView(projectId: string, view: View): void {
  const { queryKey } = viewsQuery(projectId, view.list)
  queryClient.setQueryData(queryKey, (known) => {
    const others = known?.data.filter(({ id }) => id !== view.id) ?? []
    return { data: [...others, view].sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')) }
  })
}

/** Takes a view out of the list of views. */
export function forgetView(projectId: string, view: View): void {
  const { queryKey } = viewsQuery(projectId, view.list)
  queryClient.setQueryData(queryKey, (known) => known && { data: known.data.filter(({ id }) => id !== view.id) })
}
