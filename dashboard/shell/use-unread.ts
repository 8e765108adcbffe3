import { useQuery } from '@tanstack/react-query'
import { every } from '../api/polling.js'
import { formatNumber } from '../messages/format.js'
import { useProjectId } from '../session/project.js'
import { newestNotifications } from '../shared/notifications/notifications-query.js'

const POLL_MS = 60_000
const MOST_SHOWN = 99

/** How many notifications of the project the user has not read, as a text; null without any. */
export function useUnread(): { unread: string | null; readAt: string | null } {
  const projectId = useProjectId()
  const { data } = useQuery({ ...newestNotifications(projectId), refetchInterval: every(POLL_MS) })
  const count = data?.unread ?? 0
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : formatNumber(count)
  return { unread: count === 0 ? null : shown, readAt: data?.readAt ?? null }
}
