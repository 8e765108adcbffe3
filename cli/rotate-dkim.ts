import { readDomainName } from '../commands/sending/domains/domain-name.js'
import { rotateDkim, type Rotation } from '../commands/sending/domains/rotate-dkim.js'
import { readConfig } from '../runtime/config.js'
import { createDns } from '../runtime/dns/resolver.js'
import { defineCommand, required, UsageError } from './command.js'
import { inDatabase } from './in-database.js'

const DNS_LIMIT_MS = 5_000
const KEEP_DAYS = 7

export const rotateDkimCommand = defineCommand({
  usage: '--project <id> --domain <domain> [--force]',
  about: `Rotates the DKIM key of a domain in two steps: the first call prints the record to publish, and a later one
activates the new key once the record is in DNS. --force does not wait for DNS.`,
  options: {
    project: { type: 'string' },
    domain: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
  async run({ values }) {
    const domain = readDomainName(required(values, 'domain'))
    if (domain === null) throw new UsageError(`${values.domain} is not a valid domain.`)
    const owner = { projectId: required(values, 'project'), domain }
    const config = readConfig()
    const dns = createDns({ servers: config.DNS_SERVERS, timeoutMs: DNS_LIMIT_MS })
    const means = { dns, encryptionKeys: config.ENCRYPTION_KEY, isForced: values.force }
    const rotation = await inDatabase(config, () => rotateDkim(owner, means))
    return { lines: describe(domain, rotation), json: rotation }
  },
})

function describe(domain: string, rotation: Rotation): string[] {
  if (rotation.state === 'to-publish') {
    const { name, value } = rotation.record
    return ['Publish this record, then run the command again once it is in DNS:', '', `${name}  TXT  "${value}"`]
  }
  return [
    `The new key signs email from ${domain}, on every worker within 30 seconds.`,
    `After ${KEEP_DAYS} days, when no message with an older signature is in transit, remove:`,
    '',
    ...rotation.retired.map((name) => `${name}  TXT`),
  ]
}
