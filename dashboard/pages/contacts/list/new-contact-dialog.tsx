import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../../api/api-error.js'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { refreshContacts } from '../../../shared/job-progress.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { KeyValueEditor } from '../../../ui/key-value-editor.js'
import { ErrorText } from '../../../ui/error-text.js'

/** Adds a contact by hand. An address that has a contact already is refused, so that none is changed by mistake. */
export function NewContactDialog({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [data, setData] = useState<Record<string, unknown> | null>({})
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ email = '', subscribed }) => {
    if (data === null) return
    const { found } = await call('POST /contacts/lookup', { projectId, body: { emails: [email] } })
    if (found.length > 0) throw taken()
    const body = { email, subscribed: subscribed === 'on', data }
    const { id: contactId } = await call('POST /contacts', { projectId, body })
    refreshContacts(projectId)
    await navigate({ to: '/p/$projectId/contacts/$contactId', params: { projectId, contactId } })
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.contacts.create} at="drawer">
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t.contacts.columns.email} error={errors['email']}>
          {(ids) => <Input {...ids} name="email" type="email" required autoFocus autoComplete="off" />}
        </Field>
        <Checkbox name="subscribed" label={t.contacts.subscribed} hint={t.contacts.subscribedHint} defaultChecked />
        <KeyValueEditor label={t.contacts.fields} initial={{}} onChange={setData} />
        <ErrorText text={message} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={data === null}>
            {t.contacts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function taken(): ApiError {
  const errors = [{ field: 'email', code: 'custom', message: t.contacts.taken }]
  return new ApiError({ code: 'CONFLICT', status: 409, message: t.contacts.taken, errors })
}
