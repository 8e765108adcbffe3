import { useState } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { call } from '../../../api/client.js'
import { queryClient } from '../../../api/query.js'
import { useProjectId } from '../../../session/project.js'
import { showError } from '../../../shared/show-error.js'
import type { ListView } from '../../../shared/views/use-list-view.js'
import type { ListSearch } from '../../../shared/views/view-search.js'
import { keepView, viewsQuery, type View } from '../../../shared/views/views-query.js'
import { readColumnChoice } from './column-choice.js'

/** The columns of the list of contacts. */
export interface ColumnChoice {
  shown: readonly string[]
  /** Whether they are others than those of the chosen view. */
  isChanged: boolean
  choose: (columns: readonly string[]) => void
}

/**
 * The columns of the chosen view, changed until the view is updated; without a view those that the user has chosen for
 * this project, which are kept with the account.
 */
export function useColumnChoice<Search extends ListSearch>({ own, chosen }: ListView<Search>): ColumnChoice {
  const projectId = useProjectId()
  const [changed, setChanged] = useState<{ viewId: string; updatedAt: string; columns: readonly string[] } | null>(null)
  // What is chosen is shown at once, and also when the views are loaded only after that.
  const [latest, setLatest] = useState<{ projectId: string; columns: readonly string[] } | null>(null)
  const usual = latest?.projectId === projectId ? latest.columns : readColumnChoice(own?.columns)
  const choose = async (columns: readonly string[]): Promise<void> => {
    setLatest({ projectId, columns })
    if (!(await storeOwn(projectId, columns))) setLatest(null)
  }
  if (!chosen) return { shown: usual, isChanged: false, choose: (columns) => void choose(columns) }
  const stored = chosen.columns === null ? usual : readColumnChoice(chosen.columns)
  const isOfView = changed?.viewId === chosen.id && changed.updatedAt === chosen.updatedAt
  const shown = isOfView ? changed.columns : stored
  return {
    shown,
    isChanged: shown.join() !== stored.join(),
    choose: (columns) => setChanged({ viewId: chosen.id, updatedAt: chosen.updatedAt, columns }),
  }
}

let storing: Promise<unknown> = Promise.resolve()

/** Stores the columns of the user, one choice after the other. False, and a toast, for a choice that is not stored. */
function storeOwn(projectId: string, columns: readonly string[]): Promise<boolean> {
  const stored = storing
    .then(() => store(projectId, [...columns]))
    .then(() => true)
    .catch((error: unknown) => {
      showError(error)
      return false
    })
  storing = stored
  return stored
}

async function store(projectId: string, columns: string[]): Promise<void> {
  const query = viewsQuery(projectId, 'contacts')
  const change = async (id: string): Promise<void> =>
    keepView(projectId, await call('PATCH /views/:id', { projectId, params: { id }, body: { columns } }))
  const known = ownOf(queryClient.getQueryData(query.queryKey)?.data)
  if (known) return change(known.id)
  try {
    keepView(projectId, await call('POST /views', { projectId, body: { list: 'contacts', name: null, columns } }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    // The first choice is stored, by another tab or before the views were loaded.
    const own = ownOf((await queryClient.fetchQuery({ ...query, staleTime: 0 })).data)
    if (own) await change(own.id)
  }
}

/** The user's own look of the list among the views. */
function ownOf(views: readonly View[] = []): View | undefined {
  return views.find(({ name }) => name === null)
}
