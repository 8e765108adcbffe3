import { domainToASCII } from 'node:url'
import { isDomain } from '../../models/domain/addresses.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import { Project } from '../../models/project.js'
import { SenderDomain } from '../../models/sender-domain.js'

/** A project and a domain in its senders' addresses. */
export interface ProjectDomain {
  projectId: string
  domain: string
}

/**
 * Lets a project send from a domain whose ownership the operator has seen to: no records are looked for, and other
 * projects are refused the domain unless they have verified it. Throws RESOURCE_NOT_FOUND, and BAD_REQUEST for what is
 * no domain.
 */
export async function allowDomain({ projectId, domain }: ProjectDomain): Promise<void> {
  if (!isDomain(domain)) throw new AppError('BAD_REQUEST', `${domain} is no domain`)
  if (!(await Project.exists({ _id: projectId }))) throw notFound('project', projectId)
  await SenderDomain.updateOne(
    { projectId, domain: storedName(domain) },
    { $set: { verified: true, isTaken: false, nextCheckAt: null }, $unset: { status: 1, ownershipToken: 1 } },
    { upsert: true },
  )
}

/** The one spelling in which a domain is stored, so that no other one gets past the project that has it. */
export function storedName(domain: string): string {
  return domainToASCII(domain.toLowerCase()) || domain.toLowerCase()
}
