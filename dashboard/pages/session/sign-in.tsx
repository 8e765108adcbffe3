import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { AccountForm } from '../../shared/account-form.js'
import { NarrowPage } from '../../shared/narrow-page.js'
import { useSubmit } from '../../shared/use-submit.js'
import { signIn } from '../../session/sign-in.js'
import { configQuery } from '../../session/user.js'
import { OuterLink, TextLink } from '../../ui/link.js'
import { isSameMachine, ownAddress } from './own-address.js'

const route = getRouteApi('/sign-in')

/** The page for signing in; it leads back to the page that asked for it. */
export function SignInPage() {
  const { next, error } = route.useSearch()
  const router = useRouter()
  const submission = useSubmit(async ({ email = '', password = '' }) => {
    await signIn({ email, password })
    router.history.push(next ?? '/dashboard/projects')
  })
  const { data: config } = useQuery(configQuery)
  // The development server forwards requests and works at any address.
  const elsewhere = config && !import.meta.env.DEV ? ownAddress(config.urls.api, window.location) : null
  useEffect(() => {
    if (config && elsewhere !== null && isSameMachine(config.urls.api, window.location))
      window.location.replace(elsewhere)
  }, [config, elsewhere])
  const providers = config?.features.authProviders
  return (
    <NarrowPage title={t.session.signIn}>
      {config && elsewhere !== null && (
        <p role="alert" className="mb-4 text-warn">
          {t.session.otherHost(config.urls.api)} <OuterLink href={elsewhere}>{t.session.goThere}</OuterLink>
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className="mb-4 text-bad">
          {t.session.errors[error]}
        </p>
      )}
      <AccountForm fields={['email', 'password']} submit={t.session.signIn} submission={submission}>
        {providers?.github && <OuterLink href="/oauth/github">{t.session.withGithub}</OuterLink>}
        {providers?.google && <OuterLink href="/oauth/google">{t.session.withGoogle}</OuterLink>}
        <TextLink to="/forgot">{t.session.forgot}</TextLink>
        {config && !config.features.signup.disabled && (
          <p>
            {t.session.hasNoAccount} <TextLink to="/sign-up">{t.session.signUp}</TextLink>
          </p>
        )}
      </AccountForm>
    </NarrowPage>
  )
}
