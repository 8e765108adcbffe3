import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Input, Select } from '../../../ui/input.js'
import { Invited } from './invited.js'
import { GIVEN_ROLES } from './role-select.js'
import { ErrorText } from '../../../ui/error-text.js'

/** Lets an address join the project. */
export function InviteForm() {
  const { id } = useProject()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [invited, setInvited] = useState<{ email: string; pending: boolean } | null>(null)
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ email = '', role }) => {
    const given = GIVEN_ROLES.find((one) => one === role) ?? 'MEMBER'
    setInvited(await call('POST /projects/:id/members', { params: { id }, body: { email, role: given } }))
    form.current?.reset()
    const changed = (['GET /projects/:id/members', 'GET /projects/:id/invitations'] as const).map((endpoint) =>
      client.invalidateQueries({ queryKey: read(endpoint, { params: { id } }).queryKey }),
    )
    await Promise.all(changed)
  })
  return (
    <div className="flex flex-col gap-3 border-b border-line p-4">
      <form ref={form} onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field label={t.settings.inviteAddress} error={errors['email']}>
            {(ids) => <Input {...ids} name="email" type="email" required autoComplete="off" />}
          </Field>
        </div>
        <Field label={t.settings.inviteRole} error={errors['role']}>
          {(ids) => (
            <Select
              {...ids}
              name="role"
              options={GIVEN_ROLES.map((role) => ({ value: role, label: t.session.roles[role] }))}
            />
          )}
        </Field>
        <Button type="submit" isBusy={isBusy}>
          {t.settings.invite}
        </Button>
      </form>
      <p className="text-small text-muted">{t.settings.rolesHint}</p>
      <ErrorText text={message} />
      {invited && <Invited {...invited} />}
    </div>
  )
}
