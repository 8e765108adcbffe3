import { call } from '../api/client.js'
import { refreshContacts } from './job-progress.js'

/** Keeps all mail from an address. Throws ApiError. */
export async function suppress(projectId: string, email: string): Promise<void> {
  await call('POST /suppressions', { projectId, body: { email } })
  refreshContacts(projectId)
}

/** Lets mail go to a suppressed address again. Throws ApiError. */
export async function liftSuppression(projectId: string, email: string): Promise<void> {
  await call('DELETE /suppressions/:email', { projectId, params: { email } })
  refreshContacts(projectId)
}
