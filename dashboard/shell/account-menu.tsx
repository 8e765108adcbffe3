import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleUser, LogOut } from 'lucide-react'
import { t } from '../messages/index.js'
import { useSignOut } from '../shared/sign-out.js'
import { chooseTheme, THEMES, useTheme } from '../session/theme.js'
import { meQuery } from '../session/user.js'
import { join } from '../ui/join.js'
import { Menu } from '../ui/menu.js'

/** The signed-in user, the theme, and the sign-out; folded, an icon alone. */
export function AccountMenu({ isFolded }: { isFolded?: boolean | undefined }) {
  const { data: me } = useQuery(meQuery)
  const theme = useTheme()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const themes = THEMES.map((one) => ({
    label: t.shell.themes[one],
    isChosen: one === theme,
    onSelect: () => chooseTheme(one),
  }))
  const account = { label: t.account.title, icon: CircleUser, onSelect: () => void navigate({ to: '/account' }) }
  const out = { label: t.shell.signOut, icon: LogOut, onSelect: signOut }
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t.shell.account(me?.email ?? '')}
          title={isFolded ? me?.email : undefined}
          className={join(
            'flex h-8 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-raised',
            isFolded && 'justify-center',
          )}
        >
          <CircleUser aria-hidden size={16} className="shrink-0" />
          {!isFolded && <span className="min-w-0 flex-1 truncate">{me?.email}</span>}
        </button>
      }
      groups={[{ label: t.shell.theme, items: themes }, { items: [account, out] }]}
    />
  )
}
