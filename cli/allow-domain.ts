import { allowDomain, type ProjectDomain } from '../commands/domains/allow-domain.js'
import { forbidDomain } from '../commands/domains/forbid-domain.js'
import { createSenderIdentities } from '../activities/providers/sender-identities.js'
import { readConfig, readMongodbConfig } from '../runtime/config.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Lets a project send from a domain that the operator has verified with the provider, or takes it back.
const USAGE = 'Usage: posthorn allow-domain --project <id> --domain <domain> [--revoke]'
const OPTIONS = {
  project: { type: 'string' },
  domain: { type: 'string' },
  revoke: { type: 'boolean', default: false },
} as const

await carryOut(async () => {
  const { project: projectId, domain, revoke: isRevoked } = argumentsOf(USAGE, OPTIONS).values
  if (!projectId || !domain) throw new CommandError(USAGE)
  if (isRevoked) await forbid({ projectId, domain })
  else await inDatabase(readMongodbConfig(), () => allowDomain({ projectId, domain }))
  say(`The project ${projectId} may ${isRevoked ? 'no longer ' : ''}send from ${domain}.`)
})

async function forbid(owner: ProjectDomain): Promise<void> {
  const config = readConfig()
  const identities = createSenderIdentities(config)
  await inDatabase(config, () => forbidDomain(owner, { identities }))
}
