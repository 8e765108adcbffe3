import { notFound } from '../../models/domain/errors.js'
import { SenderDomain } from '../../models/sender-domain.js'
import { storedName, type ProjectDomain } from './allow-domain.js'
import { dropDomain } from './remove-domain.js'
import type { DomainSetup } from './setup.js'

/**
 * Forbids a domain that was allowed (`allowDomain`): nothing more is accepted from it, and it is removed as by
 * `dropDomain`. Throws RESOURCE_NOT_FOUND when it was not allowed, and SERVICE_UNAVAILABLE when the provider cannot be
 * asked: the domain is forbidden all the same, and may be forbidden once more to be removed.
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
