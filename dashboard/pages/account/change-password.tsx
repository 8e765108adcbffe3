import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { toast } from '../../ui/toast.js'
import { CredentialForm } from './credential-form.js'

const FIELDS = [
  {
    name: 'currentPassword',
    label: t.account.currentPassword,
    type: 'password',
    autoComplete: 'current-password',
  },
  {
    name: 'newPassword',
    label: t.account.newPassword,
    hint: t.session.passwordHint,
    type: 'password',
    autoComplete: 'new-password',
  },
]

/** Changes the password. */
export function ChangePassword() {
  return (
    <CredentialForm
      title={t.account.changePassword}
      fields={FIELDS}
      onSend={async ({ currentPassword = '', newPassword = '' }) => {
        await call('POST /auth/change-password', { body: { currentPassword, newPassword } })
        toast(t.account.passwordChanged)
      }}
    />
  )
}
