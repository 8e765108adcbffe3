import { useNavigate, useRouterState } from '@tanstack/react-router'
import { t } from '../messages/index.js'
import { namesIn, type Unread } from '../shared/search-params.js'
import { Banner } from '../ui/banner.js'
import { Button } from '../ui/button.js'

/** Names the parameters of the address that the page could not read: without them a list shows more records. */
export function UnreadBanner() {
  const { unread } = useRouterState({ select: ({ matches }): Unread => matches.at(-1)?.search ?? {} })
  const navigate = useNavigate()
  const names = namesIn(unread)
  if (names.length === 0) return null
  return (
    <Banner
      kind="warn"
      title={t.shell.unreadUrl}
      action={<Button onClick={() => void navigate({ to: '.', search: {} })}>{t.common.clearFilters}</Button>}
    >
      {t.shell.unreadUrlText(names.join(', '))}
    </Banner>
  )
}
