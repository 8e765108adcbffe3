import { expect } from 'chai'
import { storedLimiter } from '../../../../commands/base/rate-limits/lease-points.js'
import { Member } from '../../../../models/member.js'
import { createProject, createUser } from '../../../support/factories.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { useProject } from '../../../support/project.js'
import { ownershipOf, useSesDomains, type ShownRecord } from './ses-domains.js'

describe('sender domains with SES', () => {
  const ses = useSesDomains()
  const { gateway, project, client } = useProject(ses.gateway)
  const { identities, switchTo } = ses
  const publish = (added: ClientResponse): void => {
    const { name, value } = ownershipOf(added)
    ses.dns().setText(name, value)
  }

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

  it('are verified when SES confirms it, while DNS decides about each record', async () => {
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
    expect(pending.body.message).to.equal('The DKIM records were not found yet')
    expect(await switchTo(domain, 'SUCCESS')).to.equal(200)
    expect((await client.get(`/domains/${added.id}/verify`)).body).to.include({ verified: true, status: 'VERIFIED' })
  })

  it('are registered again by a requested check after SES has given up', async () => {
    const domain = 'three.example.org'
    const answer = await client.post('/domains', { domain })
    const added = answer.body
    publish(answer)
    await switchTo(domain, 'FAILED')
    expect((await client.get(`/domains/${added.id}/verify`)).body.verified).to.equal(false)
    expect(await identities()).to.deep.include({
      domain,
      state: 'PENDING',
      tokens: added.dkimTokens as string[],
      mailFromDomain: `bounces.${domain}`,
    })
  })

  it('are registered again when they were removed there', async () => {
    const domain = 'five.example.org'
    const answer = await client.post('/domains', { domain })
    const added = answer.body
    publish(answer)
    await ses.removeIdentity(domain)
    const { body } = await client.get(`/domains/${added.id}/verify`)
    expect(body.status).to.equal('PENDING')
    expect(body.dkimTokens).to.have.lengthOf(3).and.not.deep.equal(added.dkimTokens)
  })

  it('answer 503 and are not stored while SES cannot be asked', async () => {
    const { status } = await ses.away(() => client.post('/domains', { domain: 'six.example.org' }))
    expect(status).to.equal(503)
    expect((await client.get(`/domains/project/${project.id}`)).body).to.deep.equal([])
  })

  it('are not looked up there without the ownership record, by requested checks either', async () => {
    const added = await client.post('/domains', { domain: 'seven.example.org' })
    const verify = () => client.get(`/domains/${added.body.id}/verify`)
    const without = await ses.away(verify)
    expect([without.status, without.body.status]).to.deep.equal([200, 'PENDING'])
    publish(added)
    expect([(await ses.away(verify)).status, (await verify()).status]).to.deep.equal([503, 200])
  })

  it('are looked up there ten times a minute for the projects of an owner, and then answered unchanged', async () => {
    const user = await createUser()
    const own = async (n: number) => {
      const { id, secretKey } = await createProject()
      await Member.create({ projectId: id, userId: user._id, role: 'OWNER' })
      const as = gateway.as(secretKey)
      const added = await as.post('/domains', { domain: `eight${n}.example.org` })
      publish(added)
      return () => as.get(`/domains/${added.body.id}/verify`)
    }
    const [first, second] = [await own(1), await own(2)]
    await storedLimiter({ name: 'domain-checks', limit: 10, windowSeconds: 60 }).penalty(user._id, 8)
    const others = await client.post('/domains', { domain: 'eight3.example.org' })
    publish(others)
    const known = (await first()).body
    const other = () => client.get(`/domains/${others.body.id}/verify`)
    const answers = await ses.away(async () => [await second(), await first(), await second(), await other()])
    expect(answers.map(({ status }) => status)).to.deep.equal([503, 200, 200, 503])
    expect(answers[1]?.body).to.deep.equal(known)
  })

  it('can be added sixty times a day, however often they are removed', async () => {
    // The keys before the last one.
    await storedLimiter({ name: 'domain-additions', limit: 60, windowSeconds: 86_400 }).penalty(project.id, 59)
    const last = await client.post('/domains', { domain: 'day59.example.org' })
    expect(last.status).to.equal(201)
    expect((await client.delete(`/domains/${last.body.id}`)).status).to.equal(204)
    const { status, body } = await client.post('/domains', { domain: 'day60.example.org' })
    expect([status, body.error?.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED'])
    const other = gateway.as((await createProject()).secretKey)
    expect((await other.post('/domains', { domain: 'day60.example.org' })).status).to.equal(201)
  })
})
