import type { SenderIdentities } from '../../models/domain/sender-identities.js'
import type { WithSharedSemaphore } from '../../runtime/concurrency/shared-semaphore.js'
import type { Config } from '../../runtime/config.js'
import { awsCredentialsOf } from './aws-credentials.js'
import { createSesIdentities } from './ses/ses-identities.js'

/**
 * Where the provider of the settings registers sender domains; null for one that does not. `withSharedSemaphore` limits
 * its calls together with those of all processes.
 */
export function createSenderIdentities(
  config: Config,
  withSharedSemaphore: WithSharedSemaphore,
): SenderIdentities | null {
  const { EMAIL_PROVIDER, AWS_REGION: region, SES_ENDPOINT: endpoint } = config
  if (EMAIL_PROVIDER !== 'ses') return null
  return createSesIdentities({ region, endpoint, credentials: awsCredentialsOf(config) }, withSharedSemaphore)
}
