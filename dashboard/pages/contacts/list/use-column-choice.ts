import { useState } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { call } from '../../../api/client.js'
import { queryClient } from '../../../api/query.js'
import { useProjectId } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import type { ListView } from '../../../shared/views/use-list-view.js'
import type { ListSearch } from '../../../shared/views/view-search.js'
import { keepView, viewsQuery } from '../../../shared/views/views-query.js'
import { toast } from '../../../ui/toast.js'
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
  // The answer to an earlier question for the views may come after the choice, and not know it.
  const [latest, setLatest] = useState<readonly string[] | null>(null)
  const usual = latest ?? readColumnChoice(own?.columns)
  const choose = (columns: readonly string[]): void => {
    setLatest(columns)
    void storeOwn(projectId, columns)
  }
  if (!chosen) return { shown: usual, isChanged: false, choose }
  const stored = chosen.columns === null ? usual : readColumnChoice(chosen.columns)
  const isOfView = changed?.viewId === chosen.id && changed.updatedAt === chosen.updatedAt
  const shown = isOfView ? changed.columns : stored
  return {
    shown,
    isChanged: shown.join() !== stored.join(),
    choose: (columns) => setChanged({ viewId: chosen.id, updatedAt: chosen.updatedAt, columns }),
  }
}

let storing: Promise<void> = Promise.resolve()

/** Stores the columns of the user, one choice after the other, and shows them before that. */
async function storeOwn(projectId: string, columns: readonly string[]): Promise<void> {
  const { queryKey } = viewsQuery(projectId, 'contacts')
  const now = new Date().toISOString()
  const known = (): string | undefined =>
    queryClient.getQueryData(queryKey)?.data.find(({ name, id }) => name === null && id !== UNSTORED)?.id
  queryClient.setQueryData(queryKey, (before) => {
    const rest = before?.data.filter(({ name }) => name !== null) ?? []
    const own = { id: known() ?? UNSTORED, list: 'contacts' as const, name: null, search: '', columns: [...columns] }
    return { data: [...rest, { ...own, isShared: false, isOwn: true, createdAt: now, updatedAt: now }] }
  })
  storing = storing
    .then(() => store(projectId, [...columns], known()))
    .catch((error: unknown) => {
      toast(describeError(error).message)
      void queryClient.invalidateQueries({ queryKey })
    })
  return storing
}

const UNSTORED = 'unstored'

async function store(projectId: string, columns: string[], id: string | undefined): Promise<void> {
  if (id !== undefined) {
    await call('PATCH /views/:id', { projectId, params: { id }, body: { columns } })
    return
  }
  try {
    const own = await call('POST /views', { projectId, body: { list: 'contacts', name: null, columns } })
    queryClient.setQueryData(viewsQuery(projectId, 'contacts').queryKey, (before) => {
      const rest = before?.data.filter((view) => view.id !== UNSTORED && view.id !== own.id) ?? []
      const latest = before?.data.find((view) => view.id === UNSTORED)
      return { data: [...rest, { ...own, columns: latest?.columns ?? own.columns }] }
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    // Another tab has stored the first choice.
    const { data } = await queryClient.fetchQuery({ ...viewsQuery(projectId, 'contacts'), staleTime: 0 })
    const own = data.find(({ name }) => name === null)
    if (!own) return
    keepView(projectId, await call('PATCH /views/:id', { projectId, params: { id: own.id }, body: { columns } }))
  }
}
