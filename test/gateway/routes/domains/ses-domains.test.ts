import { expect } from 'chai'
import { createProject } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { ownershipOf, useSesDomains, type ShownRecord } from './ses-domains.js'

describe('sender domains with SES', () => {
  const ses = useSesDomains()
  const { gateway, project, client } = useProject(ses.gateway)
  const { identities, switchTo } = ses

  it('are registered there, with the records of Easy DKIM, MAIL FROM and DMARC to add', async () => {
    const domain = 'one.example.org'
    const added = await client.post('/domains', { domain })
    const { status, body } = added
    expect(status).to.equal(201)
    const tokens = body.dkimTokens as string[]
    expect(tokens).to.have.lengthOf(3)
    const mailFrom = `bounces.${domain}`
    const shown = (body.records as ShownRecord[]).map(({ type, name, value, priority, purpose, required }) =>
      [type, name, value, priority ?? null, purpose, required].join(' '),
    )
    expect(shown).to.deep.equal([
      `TXT _posthorn.${domain} ${ownershipOf(added).value}  OWNERSHIP true`,
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
    const [own, dkim, , , mx, spf, dmarc] = added.records as ShownRecord[]
    const dns = ses.dns()
    dns.setText(own?.name ?? '', own?.value ?? '')
    dns.set(dkim?.name ?? '', 'CNAME', `${dkim?.value.toUpperCase()}.`)
    dns.set(mx?.name ?? '', 'MX', { preference: 20, exchange: mx?.value })
    dns.setText(spf?.name ?? '', 'v=spf1 ip4:192.0.2.1 include:amazonses.com -all')
    dns.setText(dmarc?.name ?? '', 'v=DMARC1; p=reject; rua=mailto:a@example.org')
    const pending = await client.get(`/domains/${added.id}/verify`)
    expect(pending.body).to.include({ verified: false, status: 'PENDING' })
    expect((pending.body.records as ShownRecord[]).map(({ verified }) => verified)).to.deep.equal([
      true,
      true,
      false,
      false,
      true,
      true,
      true,
    ])
    expect(pending.body.message).to.equal('The DKIM records are not found yet')
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
    await fetch(`${ses.provider().origin}/v2/email/identities/${domain}`, { method: 'DELETE' })
    const { body } = await client.get(`/domains/${added.id}/verify`)
    expect(body.status).to.equal('PENDING')
    expect(body.dkimTokens).to.have.lengthOf(3).and.not.deep.equal(added.dkimTokens)
  })

  it('answer 503 and are not stored while SES cannot be asked', async () => {
    await ses.provider().close()
    const { status } = await client.post('/domains', { domain: 'six.example.org' })
    expect(status).to.equal(503)
    expect((await client.get(`/domains/project/${project.id}`)).body).to.deep.equal([])
    await ses.restart()
    // What was registered before is still known.
    expect((await identities()).map(({ domain }) => domain)).to.include('one.example.org')
  })
})
