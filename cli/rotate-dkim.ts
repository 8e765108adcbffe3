import { readDomainName } from '../commands/domains/domain-name.js'
import { rotateDkim, type Rotation } from '../commands/domains/rotate-dkim.js'
import { readConfig } from '../runtime/config.js'
import { createDns } from '../runtime/dns/resolver.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Replaces the key that signs the mail of a domain, in two steps: the first call names the record to publish, and a later
// one lets the new key sign.
const USAGE = 'Usage: posthorn rotate-dkim --project <id> --domain <domain> [--force]'

const DNS_LIMIT_MS = 5_000
const KEEP_DAYS = 7

await carryOut(async () => {
  const { force, ...owner } = readArguments()
  const config = readConfig()
  const dns = createDns({ servers: config.DNS_SERVERS, timeoutMs: DNS_LIMIT_MS })
  const means = { dns, encryptionKeys: config.ENCRYPTION_KEY, isForced: force }
  say(describe(owner.domain, await inDatabase(config, () => rotateDkim(owner, means))))
})

function describe(domain: string, rotation: Rotation): string {
  if (rotation.state === 'to-publish') {
    const { name, value } = rotation.record
    return `Publish this record, and run the command again once it is in DNS:\n\n${name}  TXT  "${value}"`
  }
  const retired = rotation.retired.map((name) => `${name}  TXT`).join('\n')
  return `The new key signs the mail of ${domain}, on every worker within half a minute. After ${KEEP_DAYS} days, when no message with an older signature is on its way any more, remove:\n\n${retired}`
}

function readArguments(): { projectId: string; domain: string; force: boolean } {
  const {
    project: projectId,
    force,
    domain: given = '',
  } = argumentsOf(USAGE, {
    project: { type: 'string' },
    domain: { type: 'string' },
    force: { type: 'boolean', default: false },
  }).values
  const domain = readDomainName(given)
  if (!projectId || domain === null) throw new CommandError(USAGE)
  return { projectId, domain, force }
}
