import { expect } from 'chai'
import { closeExecution } from '../../../../commands/automation/executions/close-execution.js'
import { allowDomain } from '../../../../commands/sending/domains/allow-domain.js'
import { createJobActivities } from '../../../../activities/jobs.js'
import { createDomainSetup } from '../../../../commands/sending/domains/setup.js'
import { DkimKey, SenderDomain } from '../../../support/models.js'
import { testConfig } from '../../../support/config.js'
import { useDnsServer } from '../../../support/dns-server.js'
import {
  createCampaign,
  createContact,
  createProject,
  createTemplate,
  createWorkflow,
} from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { makeStep } from '../../../support/graphs.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { useProject } from '../../../support/project.js'
import { doRounds, jobDeps } from '../../../support/rounds.js'
import { beginExecution } from '../../../support/walks.js'
import type { ShownRecord } from './ses-domains.js'

describe('sender domains that we sign for ourselves', () => {
  const dns = useDnsServer()
  const settings = { EMAIL_PROVIDER: 'log', DNS_SERVERS: dns.servers } as const
  let count = 0

  const { gateway, project, client } = useProject(useGateway(settings))
  const name = (): string => `news${count}.example.org`
  const add = (domain = name()) => client.post('/domains', { domain })
  const publish = ({ body }: ClientResponse): void => {
    for (const record of body.records as ShownRecord[]) dns.setText(record.name, record.value)
  }
  const withdraw = ({ body }: ClientResponse): void => {
    for (const record of body.records as ShownRecord[]) dns.forget(record.name)
  }
  const verify = ({ body }: ClientResponse) => client.get(`/domains/${body.id}/verify`)
  const send = (from: string) => client.post('/v1/send', { to: 'a@example.com', subject: 'x', body: 'x', from })
  const verified = async (domain = name()): Promise<ClientResponse> => {
    const added = await add(domain)
    publish(added)
    return verify(added)
  }
  // The begin of the test: a domain is due from the moment when it is added.
  let begun = 0
  beforeEach(() => {
    count += 1
    begun = Date.now()
    dns.setMood('answers')
  })
  /** Carries out the round of this minute after `begun`; the same minute repeats the same round. */
  const round = async (minutes: number): Promise<void> => {
    const setup = createDomainSetup(testConfig(settings), null)
    const at = new Date(begun + minutes * 60_000)
    const onItemFailure = (_schedule: string, _ids: object, error: unknown): never => expect.fail(String(error))
    await doRounds(createJobActivities(jobDeps({ domains: setup, onItemFailure })).recheckSenderDomains, at)
  }

  it('are added with the records of a key of 2048 bits, which is stored sealed and never returned', async () => {
    const { status, body } = await add()
    expect(status).to.equal(201)
    expect(body).to.include({ projectId: project.id, domain: name(), verified: false, status: 'PENDING' })
    expect(body.lastCheckedAt).to.equal(null)
    const [own, dkim, dmarc] = body.records as ShownRecord[]
    expect(own).to.include({ type: 'TXT', name: `_posthorn.${name()}`, purpose: 'OWNERSHIP', required: true })
    expect(own?.value).to.match(/^posthorn-verify=[0-9a-f]{32}$/)
    expect(dkim).to.include({ type: 'TXT', purpose: 'DKIM', required: true, verified: false })
    expect(dkim?.name).to.match(new RegExp(`^posthorn[a-z0-9]+\\._domainkey\\.${name()}$`))
    // 2048 bits take 392 characters of base64.
    expect(dkim?.value).to.match(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}$/)
    expect(dmarc).to.include({ type: 'TXT', purpose: 'DMARC', required: false, name: `_dmarc.${name()}` })
    const key = await DkimKey.findOne({ projectId: project.id }).orFail().lean()
    expect(key.privateKeySealed).to.be.a('string').and.not.contain('PRIVATE')
  })

  it('are verified once their record is in DNS, with its tags in any order and spacing', async () => {
    const added = await add()
    expect((await verify(added)).body).to.include({ verified: false, status: 'PENDING' })
    const [own, { name: at, value }] = added.body.records as [ShownRecord, ShownRecord]
    dns.setText(own.name, own.value)
    dns.setText(at, `k=rsa; t=s; ${value.replace('v=DKIM1; k=rsa; p=', 'p= ').replaceAll(/(.{60})/g, '$1 ')}`)
    const { body } = await verify(added)
    expect(body).to.include({ verified: true, status: 'VERIFIED' })
    expect((body.records as ShownRecord[]).map((record) => record.verified)).to.deep.equal([true, true, false])
    expect((await client.get(`/domains/project/${project.id}`)).body).to.deep.equal([body])
    expect((await send(`me@${name()}`)).status).to.equal(200)
    expect((await send(`me@sub.${name()}`)).status).to.equal(403)
  })

  it('are not verified by another or a withdrawn key, nor added to another project', async () => {
    const { id: projectId } = await createProject()
    const foreign = await client.post('/domains', { domain: 'foreign.example.org', projectId })
    expect([foreign.status, foreign.body.error.details?.resource]).to.deep.equal([404, 'project'])
    const added = await add()
    publish(added)
    const [, { name: at }] = added.body.records as [ShownRecord, ShownRecord]
    for (const value of ['v=DKIM1; k=rsa; p=', 'v=DKIM1; k=rsa; p=QUFB', 'hello', 'v=DKIM2; p=QUFB']) {
      dns.setText(at, value)
      expect((await verify(added)).body.verified, value).to.equal(false)
    }
  })

  it('are accepted in any spelling, with a scheme and a path, below a public suffix', async () => {
    for (const [text, stored] of Object.entries({
      'dotted.example.org.': 'dotted.example.org',
      'x.github.io': 'x.github.io',
      'a.b.co.uk': 'a.b.co.uk',
      'https://News.Example.ORG/': 'news.example.org',
      'HTTP://Bücher.Example.org:8080/a?b=c#d': 'xn--bcher-kva.example.org',
    })) {
      const { status, body } = await add(text)
      expect([status, body.domain]).to.deep.equal([201, stored])
    }
  })

  it('are refused as a public suffix, an address or another name that sends no mail', async () => {
    const suffixes = ['github.io', 'co.uk', 'com', 'https://co.uk/']
    const addresses = ['192.0.2.1', '[::1]', 'https://192.0.2.1/', 'me@example.org']
    const broken = ['exa mple.org', '-a.example.org', 'example..org', 'https://', 'ftp://example.org/', '']
    const long = [`${'a'.repeat(64)}.org`, `${'a.'.repeat(126)}example.org`]
    for (const text of [...suffixes, ...addresses, ...broken, ...long])
      expect(await add(text), text).to.deep.include({ status: 422, fields: ['domain'] })
  })

  it('are added once to a project, and to no other once they are verified', async () => {
    expect((await verified()).body.status).to.equal('VERIFIED')
    expect((await add(name().toUpperCase())).status).to.equal(409)
    const other = gateway.as((await createProject()).secretKey)
    expect(await other.post('/domains', { domain: name() })).to.include({ status: 403, code: 'FORBIDDEN' })
  })

  it('are verified in one of two projects that check at the same moment', async () => {
    const other = gateway.as((await createProject()).secretKey)
    const [mine, theirs] = await Promise.all([add(), other.post('/domains', { domain: name() })])
    publish(mine)
    publish(theirs)
    const owners = [mine, theirs].map(({ body }) => (body.records as [ShownRecord])[0])
    dns.set(owners[0]?.name ?? '', 'TXT', ...owners.map(({ value }) => [value]))
    const answers = await Promise.all([verify(mine), other.get(`/domains/${theirs.body.id}/verify`)])
    expect(answers.map(({ body }) => body.status)).to.have.members(['FAILED', 'VERIFIED'])
  })

  it('do not change while DNS does not answer', async () => {
    const domain = await verified()
    for (const mood of ['fails', 'silent'] as const) {
      dns.setMood(mood)
      expect((await verify(domain)).body).to.deep.equal(domain.body)
    }
    await round(5)
    expect((await SenderDomain.findById(domain.body.id).orFail().lean()).misses).to.equal(0)
  })

  it('become unverified after three rounds in a row without their record, and verified again by a later one', async () => {
    const domain = await verified()
    withdraw(domain)
    const stored = async () => SenderDomain.findById(domain.body.id).orFail().lean()
    // A requested check counts no miss, and neither does a repeated round.
    for (let n = 0; n < 5; n += 1) expect((await verify(domain)).body.verified).to.equal(true)
    for (const minutes of [5, 5, 10]) await round(minutes)
    expect(await stored()).to.include({ verified: true, misses: 2 })
    publish(domain)
    await round(15)
    expect(await stored()).to.include({ verified: true, misses: 0 })

    withdraw(domain)
    for (const minutes of [20, 25, 30]) await round(minutes)
    expect(await stored()).to.include({ verified: false, status: 'FAILED' })
    expect((await send(`me@${name()}`)).status).to.equal(403)
    publish(domain)
    await round(35)
    expect(await stored()).to.include({ verified: true, status: 'VERIFIED' })
  })

  it('have one outcome when a requested check and one of a round run at the same moment', async () => {
    const added = await add()
    publish(added)
    await Promise.all([round(5), ...Array.from({ length: 5 }, () => verify(added))])
    expect((await verify(added)).body).to.include({ verified: true, status: 'VERIFIED' })
  })

  it('are removed, unless a template or an unfinished campaign sends from them', async () => {
    const { body } = await verified()
    const from = `hello@${name()}`
    const template = await createTemplate({ projectId: project.id, from })
    const campaign = await createCampaign({ projectId: project.id, from })
    const templates = [{ id: template._id, name: template.name }]
    const campaigns = [{ id: campaign._id, name: campaign.name }]
    const inUse = { status: 409, details: { templates, campaigns } }
    expect(await client.delete(`/domains/${body.id}`)).to.deep.include(inUse)
    await client.delete(`/templates/${template._id}`)
    await client.delete(`/campaigns/${campaign._id}`)
    expect((await client.delete(`/domains/${body.id}`)).status).to.equal(204)
    expect((await client.delete(`/domains/${body.id}`)).status).to.equal(404)
    expect(await DkimKey.countDocuments({ projectId: project.id })).to.equal(0)
    expect((await client.post('/templates', { name: 'x', subject: 'x', body: 'x', from })).status).to.equal(403)
  })

  it('are kept for the senders of steps that may still run', async () => {
    const { body } = await verified()
    const config = { from: `hello@${name()}` }
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } }), makeStep('SEND_EMAIL', { config })]
    const workflow = await createWorkflow({ projectId: project.id, steps })
    const { _id: contactId } = await createContact({ projectId: project.id })
    const execution = await beginExecution(workflow, contactId)
    const inUse = { templates: [], campaigns: [], workflows: [{ id: workflow._id, name: workflow.name }] }
    const remove = () => client.delete(`/domains/${body.id}`)
    expect((await remove()).body.error.details).to.deep.equal(inUse)
    await client.patch(`/workflows/${workflow._id}`, { enabled: false })
    expect((await remove()).body.error.details).to.deep.equal(inUse)
    await closeExecution({ projectId: project.id, executionId: execution._id, status: 'CANCELLED', exitReason: null })
    expect((await remove()).status).to.equal(204)
  })

  it('that the operator allowed are listed as verified, and never checked', async () => {
    await allowDomain({ projectId: project.id, domain: name() })
    await round(5)
    const { body } = await client.get(`/domains/project/${project.id}`)
    expect(body).to.have.lengthOf(1)
    expect(body[0]).to.include({ domain: name(), verified: true, status: 'VERIFIED', lastCheckedAt: null })
    expect(body[0].records).to.deep.equal([])
    expect((await add()).status).to.equal(409)
  })
})
