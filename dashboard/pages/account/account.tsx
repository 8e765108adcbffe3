import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { chooseTheme, THEMES, useTheme } from '../../session/theme.js'
import { meQuery } from '../../session/user.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { ChangePassword } from './change-password.js'
import { Sessions } from './sessions.js'

/** The account of the user: the password, where it is signed in, and how the pages look here. */
export function AccountPage() {
  const { data: me } = useQuery(meQuery)
  const theme = useTheme()
  return (
    <main className="mx-auto w-full max-w-2xl p-4 wide:p-6">
      <PageHeader title={t.account.title} note={me?.email}>
        <Link to="/projects" className="font-medium text-accent hover:underline">
          {t.shell.allProjects}
        </Link>
      </PageHeader>
      {me && !me.emailVerified && <p className="mb-4 text-warn">{t.account.unverified}</p>}
      <div className="flex flex-col gap-4">
        <ChangePassword />
        <Sessions />
        <Panel title={t.account.look} isPadded>
          <Field label={t.shell.theme}>
            {(ids) => (
              <Select
                {...ids}
                options={THEMES.map((value) => ({ value, label: t.shell.themes[value] }))}
                value={theme}
                onChange={({ target }) => chooseTheme(THEMES.find((one) => one === target.value) ?? 'system')}
              />
            )}
          </Field>
        </Panel>
      </div>
    </main>
  )
}
