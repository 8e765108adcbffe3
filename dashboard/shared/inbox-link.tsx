import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/index.js'
import { configQuery } from '../session/user.js'
import { OuterLink } from '../ui/link.js'
import { inboxUrl } from './inbox-url.js'

/** A link to the local inbox, or to one message in it, while it receives the email of this installation. */
export function InboxLink({ messageId = null }: { messageId?: string | null }) {
  const { data: config } = useQuery(configQuery)
  const url = config ? inboxUrl(config, messageId) : null
  if (url === null) return null
  return <OuterLink href={url}>{messageId === null ? t.shell.inbox : t.shell.inInbox}</OuterLink>
}
