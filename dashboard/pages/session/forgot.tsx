import { useState } from 'react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { AccountForm } from '../../shared/account-form.js'
import { NarrowPage } from '../../shared/narrow-page.js'
import { useSubmit } from '../../shared/use-submit.js'
import { TextLink } from '../../ui/link.js'

/** The page that asks for a mail with a link to a new password. The answer is the same for every address. */
export function ForgotPage() {
  const [isSent, setSent] = useState(false)
  const submission = useSubmit(async ({ email = '' }) => {
    await call('POST /auth/request-password-reset', { body: { email } }, { isProbe: true })
    setSent(true)
  })
  return (
    <NarrowPage title={t.session.forgotTitle}>
      {isSent ? (
        <p role="status" className="mb-4">
          {t.session.forgotText}
        </p>
      ) : (
        <AccountForm fields={['email']} submit={t.session.sendLink} submission={submission} />
      )}
      <p className="my-4 text-small text-muted">{t.session.forgotHint}</p>
      <TextLink to="/sign-in">{t.session.backToSignIn}</TextLink>
    </NarrowPage>
  )
}
