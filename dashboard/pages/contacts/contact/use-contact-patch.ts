import type { Answer, Input } from '../../../api/client.js'
import { call } from '../../../api/client.js'
import { queryClient, read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { showError } from '../../../shared/show-error.js'
import { refreshContacts } from '../../../shared/job-progress.js'
import { toast } from '../../../ui/toast.js'

type Patch = Input<'PATCH /contacts/:id'>['body']
export type Contact = Answer<'GET /contacts/:id'>

/** Changes a contact and shows a toast; `undo` is the change that reverts it, if there is one. Throws ApiError. */
export function useContactPatch(contactId: string) {
  const projectId = useProjectId()
  const params = { id: contactId }
  const send = async (body: Patch): Promise<void> => {
    const changed = await call('PATCH /contacts/:id', { projectId, params, body })
    const { queryKey } = read('GET /contacts/:id', { projectId, params })
    queryClient.setQueryData<Contact>(queryKey, (last) => last && { ...last, ...changed })
    refreshContacts(projectId)
  }
  const takeBack = async (body: Patch): Promise<void> => {
    try {
      await send(body)
      toast(t.contacts.undone)
    } catch (error) {
      showError(error)
    }
  }
  return async (body: Patch, text: string, undo?: Patch): Promise<void> => {
    await send(body)
    toast(text, undo && (() => void takeBack(undo)))
  }
}
