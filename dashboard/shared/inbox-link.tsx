import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/index.js'
import { configQuery } from '../session/user.js'
import { OuterLink } from '../ui/link.js'

/** A link to the local inbox, or to one message in it, while it receives the email of this installation. */
export function InboxLink({ messageId }: { messageId?: string | null }) {
  const { data: config } = useQuery(configQuery)
  const inbox = config?.urls.inbox ?? null
  if (!config || inbox === null) return null
  // Only messages to the API of SES keep their id in the inbox.
  const hasId = messageId != null && config.features.email.provider === 'ses'
  return (
    <OuterLink href={hasId ? `${inbox}/#${encodeURIComponent(messageId)}` : inbox}>
      {messageId === undefined ? t.shell.inbox : t.shell.inInbox}
    </OuterLink>
  )
}
