import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.js'
import { call, type Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { showError } from '../../../shared/show-error.js'
import { toast } from '../../../ui/toast.js'
import { baseOf } from './stored-draft.js'
import type { Editor } from './use-editor.js'
import { editorText } from './editor-text.js'

/** Turns a workflow on and off. What keeps it from being enabled is shown by `onErrors`. */
export function useEnabling(workflow: Answer<'GET /workflows/:id'>, editor: Editor, onErrors: () => void) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const turn = async (enabled: boolean): Promise<void> => {
    const { projectId, id } = workflow
    setBusy(true)
    try {
      const changed = await call('PATCH /workflows/:id', { projectId, params: { id }, body: { enabled } })
      // Only a draft of this version moves on: otherwise the version of another user would go unnoticed.
      if (workflow.updatedAt === editor.state.base.updatedAt && changed.version === editor.state.base.version) {
        editor.dispatch({ type: 'touched', base: baseOf(changed) })
      }
      client.setQueryData(read('GET /workflows/:id', { projectId, params: { id } }).queryKey, changed)
      void client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] })
      toast(enabled ? editorText.enabledNow : editorText.disabledNow)
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) onErrors()
      else showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, turn }
}
