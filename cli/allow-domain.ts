import { createSenderIdentities } from '../activities/providers/sender-identities.js'
import { withSharedSemaphore } from '../commands/base/installation/shared-semaphore.js'
import { allowDomain, type ProjectDomain } from '../commands/sending/domains/allow-domain.js'
import { forbidDomain } from '../commands/sending/domains/forbid-domain.js'
import { readConfig, readMongodbConfig } from '../runtime/config.js'
import { defineCommand, required } from './command.js'
import { inDatabase } from './in-database.js'

export const allowDomainCommand = defineCommand({
  usage: '--project <id> --domain <domain> [--revoke]',
  about: 'Allows a project to send from a domain that you have verified with the provider. --revoke undoes this.',
  options: {
    project: { type: 'string' },
    domain: { type: 'string' },
    revoke: { type: 'boolean', default: false },
  },
  async run({ values }) {
    const owner = { projectId: required(values, 'project'), domain: required(values, 'domain') }
    if (values.revoke) await forbid(owner)
    else await inDatabase(readMongodbConfig(), () => allowDomain(owner))
    return {
      lines: [`The project ${owner.projectId} can ${values.revoke ? 'no longer ' : ''}send from ${owner.domain}.`],
      json: { ...owner, allowed: !values.revoke },
    }
  },
})

async function forbid(owner: ProjectDomain): Promise<void> {
  const config = readConfig()
  const identities = createSenderIdentities(config, withSharedSemaphore)
  await inDatabase(config, () => forbidDomain(owner, { identities }))
}
