import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSenderIdentities } from '../../../../activities/providers/sender-identities.js'
import { withSharedSemaphore } from '../../../../commands/base/installation/shared-semaphore.js'
import { createJobActivities } from '../../../../activities/jobs.js'
import { createDomainSetup } from '../../../../commands/sending/domains/setup.js'
import { startProvider, type Provider } from '../../../../embedded/provider/start-provider.js'
import type { Config } from '../../../../runtime/config.js'
import { testConfig } from '../../../support/config.js'
import { startDnsServer, type DnsServer } from '../../../support/dns-server.js'
import { useGateway, type TestGateway } from '../../../support/gateway.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { listen } from '../../../support/listen.js'
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

/** A gateway with the local provider in the place of SES, and with a DNS server of the test. */
export interface SesDomains {
  gateway: TestGateway
  /** The settings of the gateway, complete once the tests run. */
  settings: Partial<Config>
  dns(): DnsServer
  /** Does some work while the provider breaks every connection off. */
  away<T>(work: () => Promise<T>): Promise<T>
  identities: () => Promise<Identity[]>
  /** The identity of the domain at SES; undefined without one. */
  identity(domain: string): Promise<Identity | undefined>
  switchTo: (domain: string, state: string) => Promise<number>
  removeIdentity(domain: string): Promise<unknown>
  /** Makes an identity as an operator does without Posthorn, with another MAIL FROM domain. */
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
  let isAway = false
  // The port stays taken while the provider is away: another server could get it.
  const front = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    if (isAway) return void req.socket.destroy()
    const { method, headers, url } = req
    // Each request has a connection of its own, which the provider does not close before it.
    const asked = request(`${provider.origin}${url}`, { method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(res)
    })
    return void req.pipe(asked.on('error', () => res.destroy()))
  })
  // The gateway learns the addresses of the servers when it starts.
  before(async () => {
    dns = await startDnsServer()
    settings.DNS_SERVERS.push(dns.address)
    provider = await startProvider({ dataDir })
    settings.SES_ENDPOINT = `http://127.0.0.1:${await listen(front)}`
  })
  after(async () => {
    await dns.close()
    front.closeAllConnections()
    front.close()
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
    async away(work) {
      isAway = true
      try {
        return await work()
      } finally {
        isAway = false
      }
    },
    identities,
    identity: async (domain) => (await identities()).find((each) => each.domain === domain),
    switchTo: (domain, state) => put(`/identities/${domain}`, { state }),
    removeIdentity: (domain) => fetch(`${settings.SES_ENDPOINT}/v2/email/identities/${domain}`, { method: 'DELETE' }),
    async makeForeign(domain, state) {
      await put('/v2/email/identities', { EmailIdentity: domain }, 'POST')
      await put(`/v2/email/identities/${domain}/mail-from`, { MailFromDomain: `mail.${domain}` })
      await put(`/identities/${domain}`, { state })
    },
    async round(at) {
      const config = testConfig(settings)
      const setup = createDomainSetup(config, createSenderIdentities(config, withSharedSemaphore))
      const onItemFailure = (_schedule: string, _ids: object, error: unknown): never => {
        throw error
      }
      const activities = createJobActivities(jobDeps({ domains: setup, onItemFailure }))
      return (await doRounds(activities.recheckSenderDomains, at)).done['checked'] ?? 0
    },
  }
}

/** The record that proves that the domain belongs to the project. */
export function ownershipOf({ body }: ClientResponse): ShownRecord {
  const record = (body.records as ShownRecord[]).find(({ purpose }) => purpose === 'OWNERSHIP')
  if (!record) throw new Error('there is no ownership record')
  return record
}
