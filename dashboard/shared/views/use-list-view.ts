import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ViewedList } from '../../../models/domain/views.js'
import { useProjectId } from '../../session/project.js'
import { readView, searchText, type ListSearch } from './view-search.js'
import { viewsQuery, type View } from './views-query.js'

/** A list whose filters can be saved. */
export interface ViewedBy<Search extends ListSearch> {
  list: ViewedList
  /** The parameters of the address that a view has; neither a page nor an open dialog. */
  search: Search
  read: (search: Record<string, unknown>) => Search
}

/** The views of a list, and the one that its filters are of. */
export interface ListView<Search extends ListSearch> {
  list: ViewedList
  search: Search
  /** The views with a name, each with its filters. */
  views: readonly { view: View; search: Search }[]
  /** The user's own look of the list. */
  own: View | null
  chosen: View | null
  choose: (view: View | null) => void
  /** Whether the filters are others than those of the chosen view. */
  isChanged: boolean
  /** Whether there are filters to save. */
  isFiltered: boolean
}

/** The views of a list. The chosen one is the one that the user opened last, or that has the filters of the address. */
export function useListView<Search extends ListSearch>({ list, search, read }: ViewedBy<Search>): ListView<Search> {
  const projectId = useProjectId()
  const { data } = useQuery(viewsQuery(projectId, list))
  const [pressed, setPressed] = useState<string | null>(null)
  const views = (data?.data ?? [])
    .filter(({ name }) => name !== null)
    .map((view) => ({ view, search: readView(view.search, read) }))
  const now = searchText(search)
  const isFiltered = now !== ''
  const kept = views.find(({ view }) => view.id === pressed)
  const same = views.find((one) => searchText(one.search) === now)
  // Who clears all filters leaves the view.
  const isLeft = kept && !isFiltered && searchText(kept.search) !== ''
  const chosen = (isLeft ? undefined : kept) ?? (isFiltered ? same : undefined)
  return {
    list,
    search,
    views,
    own: data?.data.find(({ name }) => name === null) ?? null,
    chosen: chosen?.view ?? null,
    choose: (view) => setPressed(view?.id ?? null),
    isChanged: chosen !== undefined && searchText(chosen.search) !== now,
    isFiltered,
  }
}
