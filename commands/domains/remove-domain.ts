import { domainToUnicode } from 'node:url'
import { Campaign } from '../../models/campaign.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import { SenderDomain, type SenderDomainRecord } from '../../models/sender-domain.js'
import { Template } from '../../models/template.js'
import { removeDkimKeys } from './dkim-keys.js'
import { releaseIdentity } from './identities.js'
import { findDomain, type DomainRef } from './list-domains.js'
import type { DomainSetup } from './setup.js'

const MAX_NAMED = 100

/**
 * Removes a domain from a project, and from the provider as `dropDomain` does. Throws RESOURCE_NOT_FOUND, CONFLICT while a
 * template or an unfinished campaign sends from it, and SERVICE_UNAVAILABLE when the provider cannot be asked: then it may
 * be removed again.
 */
export async function removeDomain(ref: DomainRef, { identities }: DomainSetup): Promise<void> {
  const { projectId, domainId } = ref
  const found = await findDomain(ref)
  await refuseInUse(projectId, found.domain)
  if (!(await dropDomain(found, { identities }))) throw notFound('domain', domainId)
}

/**
 * Removes a domain with its keys, and from the provider where its identity was made for us and no other project has the
 * domain. Returns whether it was there. Throws SERVICE_UNAVAILABLE when the provider cannot be asked.
 */
export async function dropDomain(
  row: Pick<SenderDomainRecord, '_id' | 'projectId' | 'domain' | 'hasMadeIdentity'>,
  { identities }: Pick<DomainSetup, 'identities'>,
): Promise<boolean> {
  const { _id, projectId, domain } = row
  const isLeft = await releaseIdentity(row, identities)
  const { deletedCount } = await SenderDomain.deleteOne({ _id, projectId })
  await removeDkimKeys({ projectId, domain })
  // The other project may have removed the domain meanwhile, and left the identity to this one.
  if (isLeft && !(await SenderDomain.exists({ domain }))) await identities?.remove(domain)
  return deletedCount > 0
}

async function refuseInUse(projectId: string, domain: string): Promise<void> {
  const spellings = [domain, domainToUnicode(domain)].map((name) => name.replaceAll('.', '\\.'))
  // linear: an @, and one of some words.
  const from = new RegExp(`@(${spellings.join('|')})$`, 'i')
  const shown = { name: 1 } as const
  const [templates, campaigns] = await Promise.all([
    Template.find({ projectId, from }, shown).limit(MAX_NAMED).lean(),
    Campaign.find({ projectId, status: { $in: ['DRAFT', 'SCHEDULED', 'SENDING'] }, from }, shown)
      .limit(MAX_NAMED)
      .lean(),
  ])
  if (templates.length + campaigns.length === 0) return
  const named = (all: { _id: string; name: string }[]) => all.map(({ _id: id, name }) => ({ id, name }))
  throw new AppError('CONFLICT', `The domain ${domain} is in use`, {
    details: { templates: named(templates), campaigns: named(campaigns) },
    suggestion: 'Change the senders of these templates and campaigns first',
  })
}
