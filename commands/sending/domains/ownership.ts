import { createHmac } from 'node:crypto'
import { acrossProjects } from '../../../models/owned-model.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { deriveKey } from '../../../runtime/derived-key.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import type { ProjectDomain } from './allow-domain.js'

const TOKEN_LENGTH = 32

/**
 * The token of the record by which a project proves the ownership of a domain: 128 bits in hex. A project that removes
 * the domain and adds it again gets the same token. No project can compute the token of another one.
 */
export function ownershipTokenOf({ projectId, domain }: ProjectDomain, [key]: EncryptionKeys): string {
  const mac = createHmac('sha256', deriveKey(key, 'domain ownership')).update(JSON.stringify([projectId, domain]))
  return mac.digest('hex').slice(0, TOKEN_LENGTH)
}

/**
 * Whether another project uses a domain: that project has verified it, or the operator has allowed it. The other
 * project may be the platform's.
 */
export async function isUsedByAnother({ projectId, domain }: ProjectDomain): Promise<boolean> {
  const used = { domain, verified: true, projectId: { $ne: projectId } }
  return (await SenderDomain.exists(acrossProjects(used, 'ownership is decided among all projects'))) !== null
}
