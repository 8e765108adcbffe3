import { untilImported, uploadCsv } from '../../../bench/calls.js'
import type { CreatedProject } from '../../../commands/tenancy/projects/create-project.js'
import { webhookSecretOf } from '../../../commands/tenancy/projects/webhook-secret.js'
import type { Site } from '../site.js'
import { buildJourney } from './journey.js'
import type { Scene } from './scene.js'

/**
 * Makes the projects of the load: one with a workflow that calls webhooks, and one whose campaigns reach `recipients`.
 */
export async function furnish(
  site: Site,
  makeProject: (name: string) => Promise<CreatedProject>,
  recipients: number,
): Promise<Pick<Scene, 'mixed' | 'campaigns'>> {
  const [mixed, campaigns] = [await makeProject('Mixed'), await makeProject('Campaigns')]
  const rows = Array.from({ length: recipients }, (_, n) => `subscriber${n}@example.com`)
  const jobId = await uploadCsv(site.origins.gateway, campaigns.secretKey, ['email', ...rows].join('\n'))
  await untilImported(site.origins.gateway, campaigns.secretKey, jobId)
  site.receiver.secret = await webhookSecretOf(mixed.id, site.bench.encryptionKeys)
  await buildJourney(site, mixed)
  return { mixed, campaigns }
}
