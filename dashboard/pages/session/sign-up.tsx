import { useNavigate } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { AccountForm } from '../../shared/account-form.js'
import { NarrowPage } from '../../shared/narrow-page.js'
import { useSubmit } from '../../shared/use-submit.js'
import { signUp } from '../../session/sign-in.js'
import { TextLink } from '../../ui/link.js'

/** The page for a new account; it leads on to the first project. */
export function SignUpPage() {
  const navigate = useNavigate()
  const submission = useSubmit(async ({ email = '', password = '' }) => {
    await signUp({ email, password })
    // An invited user already has a project.
    await navigate({ to: '/projects', search: { first: true } })
  })
  return (
    <NarrowPage title={t.session.signUp}>
      <AccountForm
        fields={['email', 'newPassword']}
        hint={t.session.passwordHint}
        submit={t.session.signUp}
        submission={submission}
      >
        <p>
          {t.session.hasAccount} <TextLink to="/sign-in">{t.session.signIn}</TextLink>
        </p>
      </AccountForm>
    </NarrowPage>
  )
}
