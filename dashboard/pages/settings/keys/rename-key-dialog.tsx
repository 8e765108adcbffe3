import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { FormFoot } from '../../../shared/form-foot.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import type { ApiKey } from './api-key.js'

/** Gives a named key another name. */
export function RenameKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const submission = useSubmit(async ({ name = '' }) => {
    const params = { id: projectId, keyId: apiKey.id }
    await call('PATCH /projects/:id/keys/:keyId', { params, body: { name } })
    const { queryKey } = read('GET /projects/:id/keys', { params: { id: projectId } })
    await client.invalidateQueries({ queryKey })
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.settings.renameKey(apiKey.name)}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <Field label={t.settings.keyName} error={submission.errors['name']}>
          {(ids) => <Input {...ids} name="name" required autoFocus autoComplete="off" defaultValue={apiKey.name} />}
        </Field>
        <FormFoot submission={submission} submit={t.settings.rename} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
