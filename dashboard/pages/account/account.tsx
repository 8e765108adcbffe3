import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/index.js'
import { meQuery } from '../../session/user.js'
import { OuterLink, TextLink } from '../../ui/link.js'
import { PageHeader } from '../../ui/panel.js'
import { ChangeEmail } from './change-email.js'
import { ChangePassword } from './change-password.js'
import { ConnectOutcome } from './connect-outcome.js'
import { DeleteAccount } from './delete-account.js'
import { Identities } from './identities.js'
import { AppearancePanel } from './appearance-panel.js'
import { Sessions } from './sessions.js'
import { Unverified } from './unverified.js'

/** The account of the user: email address, password, sessions, and preferences of this browser. */
export function AccountPage() {
  const { data: me } = useQuery(meQuery)
  return (
    <main className="mx-auto w-full max-w-2xl p-4 wide:p-6">
      <PageHeader title={t.account.title} note={me?.email}>
        <TextLink to="/projects">{t.shell.allProjects}</TextLink>
      </PageHeader>
      <ConnectOutcome />
      {me && !me.emailVerified && <Unverified />}
      <div className="flex flex-col gap-4">
        <AppearancePanel />
        <ChangeEmail />
        <ChangePassword />
        <Sessions />
        <Identities />
        <DeleteAccount />
      </div>
      <p className="mt-6">
        <OuterLink href={`/dashboard/assets/licenses-${BUILT_VERSION}.md`}>{t.account.licenses}</OuterLink>
      </p>
    </main>
  )
}
