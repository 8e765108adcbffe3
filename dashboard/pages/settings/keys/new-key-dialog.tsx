import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { FormFoot } from '../../../shared/form-foot.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Dialog } from '../../../ui/dialog.js'
import { EMPTY_KEY_FORM, newKeyOf, type KeyForm } from './new-key.js'
import { NewKeyFields } from './new-key-fields.js'
import { ShownOnce } from './shown-once.js'

/** Makes a named key, and shows its secret this once. It is not closed by a click beside it then. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [form, setForm] = useState<KeyForm>(EMPTY_KEY_FORM)
  const [secret, setSecret] = useState<string | null>(null)
  const submission = useSubmit(async () => {
    const params = { id: projectId }
    const made = await call('POST /projects/:id/keys', { params, body: newKeyOf(form, new Date()) })
    setSecret(made.secret)
    await client.invalidateQueries({ queryKey: read('GET /projects/:id/keys', { params }).queryKey })
  })
  if (secret !== null) {
    return (
      <Dialog isOpen title={t.settings.keyMade(form.name)}>
        <ShownOnce secret={secret} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t.settings.newKey} text={t.settings.newKeyText}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <NewKeyFields form={form} errors={submission.errors} onChange={setForm} />
        <FormFoot submission={submission} submit={t.settings.newKey} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
