import { useState } from 'react'
import { call } from '../../api/client.js'
import { queryClient, read } from '../../api/query.js'
import { newestOf } from '../../shared/newest-of.js'
import { currentOf } from '../../api/current-of.js'
import { useOneAtATime } from '../../shared/use-one-at-a-time.js'
import { useProjectId } from '../../session/project.js'
import { useEdited, type Edited } from '../../session/use-edited.js'
import { refreshTemplates } from './template-cache.js'
import { patchOf, valueOf, type Template, type TemplateValue } from './template-value.js'

/** A template while it is edited. */
export interface TemplateEditing {
  edited: Edited<TemplateValue>
  isSaving: boolean
  /** Why the last attempt to save failed. */
  error: unknown
  /** The template as another user has saved it since; null otherwise. */
  theirs: Template | null
  /** Saves the changes, if there are any. Throws the reason why they cannot be saved. */
  save: () => Promise<void>
  /** Overwrites the version of the other user. */
  keepMine: () => Promise<void>
  takeTheirs: () => void
  /** Continues the editing without a decision. */
  decideLater: () => void
}

/** Edits a template and saves it, unless another user has changed it meanwhile. */
export function useTemplateEditor(given: Template): TemplateEditing {
  const projectId = useProjectId()
  const { id } = given
  const query = read('GET /templates/:id', { projectId, params: { id } })
  const template = newestOf(query, given)
  const edited = useEdited({ projectId, kind: 'template', id }, valueOf(template), template.updatedAt)
  const [state, setState] = useState<{ isSaving: boolean; error: unknown; theirs: Template | null }>(IDLE)
  const store = (stored: Template): void => {
    queryClient.setQueryData(query.queryKey, stored)
    void refreshTemplates(projectId)
  }
  const saveOver = async (base: Template, ifUpdatedAt: string | null): Promise<void> => {
    const { value } = edited
    setState({ ...IDLE, isSaving: true })
    try {
      const body = patchOf(value, valueOf(base), ifUpdatedAt)
      const stored = await call('PATCH /templates/:id', { projectId, params: { id }, body })
      store(stored)
      edited.settle(valueOf(stored), stored.updatedAt)
      setState(IDLE)
    } catch (error) {
      setState({ isSaving: false, error, theirs: currentOf('PATCH /templates/:id', error) })
      throw error
    }
  }
  const { theirs } = state
  const actions = useOneAtATime({
    save: async () => edited.isChanged && (await saveOver(template, edited.base)),
    keepMine: async () => theirs && (await saveOver(theirs, theirs.updatedAt)),
  })
  return {
    ...state,
    ...actions,
    edited,
    takeTheirs: () => {
      if (theirs) store(theirs)
      edited.discard()
      setState(IDLE)
    },
    decideLater: () => setState(IDLE),
  }
}

const IDLE = { isSaving: false, error: null, theirs: null }
