import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { startProvider, type Provider } from '../../../../embedded/provider/start-provider.js'
import { startDnsServer, type DnsServer } from '../../../support/dns-server.js'
import { createProject } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { useProject } from '../../../support/project.js'

interface Identity {
  domain: string
  state: string
  tokens: string[]
  mailFromDomain: string | null
}

interface ShownRecord {
  type: 'CNAME' | 'MX' | 'TXT'
  name: string
  value: string
  priority?: number
  purpose: string
  required: boolean
  verified: boolean
}

describe('sender domains with SES', () => {
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
  const { gateway, project, client } = useProject(useGateway(settings))

  const identities = async () => {
    const answer = (await (await fetch(`${provider.origin}/identities`)).json()) as { identities: Identity[] }
    return answer.identities
  }
  const switchTo = async (domain: string, state: string) => {
    const body = JSON.stringify({ state })
    const { status } = await fetch(`${provider.origin}/identities/${domain}`, { method: 'PUT', body })
    return status
  }

  it('are registered there, with the records of Easy DKIM, MAIL FROM and DMARC to add', async () => {
    const domain = 'one.example.org'
    const { status, body } = await client.post('/domains', { domain })
    expect(status).to.equal(201)
    const tokens = body.dkimTokens as string[]
    expect(tokens).to.have.lengthOf(3)
    const mailFrom = `bounces.${domain}`
    const shown = (body.records as ShownRecord[]).map(({ type, name, value, priority, purpose, required }) =>
      [type, name, value, priority ?? null, purpose, required].join(' '),
    )
    expect(shown).to.deep.equal([
      ...tokens.map((token) => `CNAME ${token}._domainkey.${domain} ${token}.dkim.amazonses.com  DKIM true`),
      `MX ${mailFrom} feedback-smtp.eu-central-1.amazonses.com 10 MAIL_FROM false`,
      `TXT ${mailFrom} v=spf1 include:amazonses.com ~all  SPF false`,
      `TXT _dmarc.${domain} v=DMARC1; p=none;  DMARC false`,
    ])
    expect(await identities()).to.deep.include.members([{ domain, state: 'PENDING', tokens, mailFromDomain: mailFrom }])
  })

  it('are verified when SES says so, while DNS tells of each record', async () => {
    const domain = 'two.example.org'
    const { body: added } = await client.post('/domains', { domain })
    const [dkim, , , mx, spf, dmarc] = added.records as ShownRecord[]
    dns.set(dkim?.name ?? '', 'CNAME', `${dkim?.value.toUpperCase()}.`)
    dns.set(mx?.name ?? '', 'MX', { preference: 20, exchange: mx?.value })
    dns.setText(spf?.name ?? '', 'v=spf1 ip4:192.0.2.1 include:amazonses.com -all')
    dns.setText(dmarc?.name ?? '', 'v=DMARC1; p=reject; rua=mailto:a@example.org')
    const pending = await client.get(`/domains/${added.id}/verify`)
    expect(pending.body).to.include({ verified: false, status: 'PENDING' })
    expect((pending.body.records as ShownRecord[]).map(({ verified }) => verified)).to.deep.equal([
      true,
      false,
      false,
      true,
      true,
      true,
    ])
    expect(await switchTo(domain, 'SUCCESS')).to.equal(200)
    expect((await client.get(`/domains/${added.id}/verify`)).body).to.include({ verified: true, status: 'VERIFIED' })
  })

  it('are looked for again by a check that is asked for, after SES has given up', async () => {
    const domain = 'three.example.org'
    const { body: added } = await client.post('/domains', { domain })
    await switchTo(domain, 'FAILED')
    const again = await client.get(`/domains/${added.id}/verify`)
    expect(again.body.verified).to.equal(false)
    expect(await identities()).to.deep.include({
      domain,
      state: 'PENDING',
      tokens: added.dkimTokens as string[],
      mailFromDomain: `bounces.${domain}`,
    })
  })

  it('are removed there with the last project that has them', async () => {
    const domain = 'four.example.org'
    const other = gateway.as((await createProject()).secretKey)
    const { body: mine } = await client.post('/domains', { domain })
    const { body: theirs } = await other.post('/domains', { domain })
    expect(theirs.dkimTokens).to.deep.equal(mine.dkimTokens)
    const isThere = async () => (await identities()).some((identity) => identity.domain === domain)
    expect((await client.delete(`/domains/${mine.id}`)).status).to.equal(204)
    expect(await isThere()).to.equal(true)
    expect((await other.delete(`/domains/${theirs.id}`)).status).to.equal(204)
    expect(await isThere()).to.equal(false)
  })

  it('are registered once more when somebody removed them there', async () => {
    const domain = 'five.example.org'
    const { body: added } = await client.post('/domains', { domain })
    await fetch(`${provider.origin}/v2/email/identities/${domain}`, { method: 'DELETE' })
    const { body } = await client.get(`/domains/${added.id}/verify`)
    expect(body.status).to.equal('PENDING')
    expect(body.dkimTokens).to.have.lengthOf(3).and.not.deep.equal(added.dkimTokens)
  })

  it('answer 503 and are not stored while SES cannot be asked', async () => {
    const { origin } = provider
    await provider.close()
    const { status } = await client.post('/domains', { domain: 'six.example.org' })
    expect(status).to.equal(503)
    expect((await client.get(`/domains/project/${project.id}`)).body).to.deep.equal([])
    provider = await startProvider({ dataDir, port: Number(new URL(origin).port) })
    // What was registered before is still known.
    expect((await identities()).map(({ domain }) => domain)).to.include('one.example.org')
  })
})
