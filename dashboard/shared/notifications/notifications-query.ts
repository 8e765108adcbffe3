import { call, type Answer } from '../../api/client.js'
import { queryClient, read } from '../../api/query.js'

const PAGE = 20

/** A page of notifications as the API answers it. */
export type NotificationPage = Answer<'GET /notifications'>
/** A notification as the API shows it. */
export type Notification = NotificationPage['data'][number]

/** The newest notifications of a project, and how many the user has not read. */
export function newestNotifications(projectId: string) {
  return read('GET /notifications', { projectId, query: { limit: PAGE } })
}

/** Marks notifications as read, up to the newest that the user has seen. */
export async function readUpTo(projectId: string, until: string): Promise<void> {
  await call('POST /notifications/read', { projectId, body: { until } })
  queryClient.setQueryData(newestNotifications(projectId).queryKey, (page) => page && { ...page, unread: 0 })
}

/** Reads the notifications of a project again: something has just ended. */
export function refreshNotifications(projectId: string): void {
  void queryClient.invalidateQueries({ queryKey: [projectId, 'GET /notifications'] })
}
