import { useRef } from 'react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useSubmit } from '../../shared/use-submit.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { Panel } from '../../ui/panel.js'
import { toast } from '../../ui/toast.js'
import { FaultText } from '../../ui/fault-text.js'

/** A new password; it signs all other browsers out. */
export function ChangePassword() {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, faults, message, onSubmit } = useSubmit(async ({ currentPassword = '', newPassword = '' }) => {
    await call('POST /auth/change-password', { body: { currentPassword, newPassword } })
    form.current?.reset()
    toast(t.account.passwordChanged)
  })
  return (
    <Panel title={t.account.changePassword} isPadded>
      <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label={t.account.currentPassword} fault={faults['currentPassword']}>
          {(ids) => <Input {...ids} name="currentPassword" type="password" autoComplete="current-password" required />}
        </Field>
        <Field label={t.account.newPassword} hint={t.session.passwordHint} fault={faults['newPassword']}>
          {(ids) => <Input {...ids} name="newPassword" type="password" autoComplete="new-password" required />}
        </Field>
        <FaultText text={message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" isBusy={isBusy}>
            {t.account.changePassword}
          </Button>
          <span className="text-muted">{t.account.othersEnd}</span>
        </div>
      </form>
    </Panel>
  )
}
