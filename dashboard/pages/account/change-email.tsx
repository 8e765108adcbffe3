import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { meQuery } from '../../session/user.js'
import { CredentialForm } from './credential-form.js'

/** Changes the email address. An installation that mails its users changes it once the link in a mail is followed. */
export function ChangeEmail() {
  const { data: me } = useQuery(meQuery)
  const client = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  return (
    <CredentialForm
      title={t.account.changeEmail}
      done={done}
      fields={[
        { name: 'newEmail', label: t.account.newEmail, type: 'email', autoComplete: 'email' },
        { name: 'password', label: t.account.passwordAgain, type: 'password', autoComplete: 'current-password' },
      ]}
      onSend={async ({ newEmail = '', password = '' }) => {
        const user = await call('POST /auth/change-email', { body: { newEmail, password } })
        const isChanged = user.email !== me?.email
        client.setQueryData(meQuery.queryKey, user)
        setDone(isChanged ? t.account.emailChanged(user.email) : t.account.emailAsked(newEmail))
      }}
    />
  )
}
