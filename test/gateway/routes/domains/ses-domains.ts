import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSenderIdentities } from '../../../../activities/providers/sender-identities.js'
import { createJobActivities } from '../../../../activities/jobs.js'
import { createDomainSetup } from '../../../../commands/domains/setup.js'
import { startProvider, type Provider } from '../../../../embedded/provider/start-provider.js'
import type { Config } from '../../../../runtime/config.js'
import { testConfig } from '../../../support/config.js'
import { startDnsServer, type DnsServer } from '../../../support/dns-server.js'
import { useGateway, type TestGateway } from '../../../support/gateway.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { doRounds, jobDeps } from '../../../support/rounds.js'

/** A record of a domain as the API shows it. */
export interface ShownRecord {
  type: 'CNAME' | 'MX' | 'TXT'
  name: string
  value: string
  priority?: number
  purpose: string
  required: boolean
  verified: boolean
}

/** An identity as the inbox shows it. */
interface Identity {
  domain: string
  state: string
  tokens: string[]
  mailFromDomain: string | null
}

/**
 * A gateway whose provider is SES, played by the local provider, and DNS, played by a server that knows what it is
 * told.
 */
export interface SesDomains {
  gateway: TestGateway
  /** Those of the gateway, complete once the tests run. */
  settings: Partial<Config>
  dns(): DnsServer
  provider(): Provider
  /** Starts the provider anew at the same address, after `provider().close()`. */
  restart: () => Promise<void>
  identities: () => Promise<Identity[]>
  /** What SES knows of the domain; undefined for none. */
  identity(domain: string): Promise<Identity | undefined>
  switchTo: (domain: string, state: string) => Promise<number>
  /** Makes an identity as the operator does, past Posthorn, with a MAIL FROM domain of its own. */
  makeForeign(domain: string, state: string): Promise<void>
  /** Carries out a round of checks; returns how many domains it checked. */
  round(at: Date): Promise<number>
}

/** Starts the servers for the tests of a file. */
export function useSesDomains(): SesDomains {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-identities-'))
  const settings = {
    EMAIL_PROVIDER: 'ses' as const,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    SES_ENDPOINT: '',
    DNS_SERVERS: [] as string[],
  }
  let provider: Provider
  let dns: DnsServer
  // The gateway learns the addresses of the servers when it starts.
  before(async () => {
    dns = await startDnsServer()
    settings.DNS_SERVERS.push(dns.address)
    provider = await startProvider({ dataDir })
    settings.SES_ENDPOINT = provider.origin
  })
  after(async () => {
    await dns.close()
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const gateway = useGateway(settings)
  const put = async (path: string, body: object, method: 'PUT' | 'POST' = 'PUT'): Promise<number> =>
    (await fetch(`${settings.SES_ENDPOINT}${path}`, { method, body: JSON.stringify(body) })).status
  const identities = async (): Promise<Identity[]> => {
    const answer = (await (await fetch(`${settings.SES_ENDPOINT}/identities`)).json()) as { identities: Identity[] }
    return answer.identities
  }
  return {
    gateway,
    settings,
    dns: () => dns,
    provider: () => provider,
    async restart() {
      provider = await startProvider({ dataDir, port: Number(new URL(settings.SES_ENDPOINT).port) })
    },
    identities,
    identity: async (domain) => (await identities()).find((each) => each.domain === domain),
    switchTo: (domain, state) => put(`/identities/${domain}`, { state }),
    async makeForeign(domain, state) {
      await put('/v2/email/identities', { EmailIdentity: domain }, 'POST')
      await put(`/v2/email/identities/${domain}/mail-from`, { MailFromDomain: `mail.${domain}` })
      await put(`/identities/${domain}`, { state })
    },
    async round(at) {
      const config = testConfig(settings)
      const setup = createDomainSetup(config, createSenderIdentities(config))
      const onItemFailure = (_schedule: string, _ids: object, error: unknown): never => {
        throw error
      }
      const activities = createJobActivities(jobDeps({ domains: setup, onItemFailure }))
      return (await doRounds(activities.recheckSenderDomains, at)).done['checked'] ?? 0
    },
  }
}

/** The record by which the project shows that the domain is its own. */
export function ownershipOf({ body }: ClientResponse): ShownRecord {
  const record = (body.records as ShownRecord[]).find(({ purpose }) => purpose === 'OWNERSHIP')
  if (!record) throw new Error('there is no ownership record')
  return record
}
