import { notFound } from '../../../models/domain/errors.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { storedName, type ProjectDomain } from './allow-domain.js'
import { dropDomain } from './remove-domain.js'
import type { DomainSetup } from './setup.js'

/**
 * Forbids a project to send from a domain, such as one that `allowDomain` allowed: no new mail from the domain is
 * accepted, and `dropDomain` removes it. Throws RESOURCE_NOT_FOUND when the project does not have the domain, and
 * SERVICE_UNAVAILABLE when the provider does not answer. The domain is forbidden even then; another call removes it.
 */
export async function forbidDomain(
  { projectId, domain }: ProjectDomain,
  setup: Pick<DomainSetup, 'identities'>,
): Promise<void> {
  const forbidden = await SenderDomain.findOneAndUpdate(
    { projectId, domain: storedName(domain) },
    { $set: { verified: false, nextCheckAt: null }, $unset: { status: 1, ownershipToken: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!forbidden) throw notFound('domain', domain)
  await dropDomain(forbidden, setup)
}
