import { expect } from 'chai'
import { allowDomain } from '../../../../commands/sending/domains/allow-domain.js'
import { forbidDomain } from '../../../../commands/sending/domains/forbid-domain.js'
import { ownershipTokenOf } from '../../../../commands/sending/domains/ownership.js'
import { dropDomain } from '../../../../commands/sending/domains/remove-domain.js'
import { findOwners } from '../../../../commands/sending/inbound/find-owners.js'
import { createSenderIdentities } from '../../../../activities/providers/sender-identities.js'
import { withSharedSemaphore } from '../../../../commands/base/installation/shared-semaphore.js'
import { preparePlatform } from '../../../../commands/sending/platform-mail/platform.js'
import { SenderDomain } from '../../../support/models.js'
import { testConfig } from '../../../support/config.js'
import { createProject } from '../../../support/factories.js'
import type { ClientResponse, HttpClient } from '../../../support/http-client.js'
import { ownershipOf, useSesDomains } from './ses-domains.js'

describe('sender domains of several projects, with SES', () => {
  const ses = useSesDomains()
  const { gateway } = ses
  let count = 0
  let domain = ''
  let mine: { id: string; client: HttpClient }
  let theirs: { id: string; client: HttpClient }
  const newProject = async () => {
    const { id, secretKey } = await createProject()
    return { id, client: gateway.as(secretKey) }
  }
  beforeEach(async () => {
    count += 1
    domain = `corp${count}.example.org`
    mine = await newProject()
    theirs = await newProject()
  })

  const add = ({ client }: { client: HttpClient }) => client.post('/domains', { domain })
  const publish = (...added: ClientResponse[]): void => {
    ses.dns().set(`_posthorn.${domain}`, 'TXT', ...added.map((each) => [ownershipOf(each).value]))
  }
  /** Adds the domain, which the next check verifies. */
  const addReady = async (project: { client: HttpClient }) => {
    const added = await add(project)
    publish(added)
    await ses.switchTo(domain, 'SUCCESS')
    return added
  }
  const verify = async ({ client }: { client: HttpClient }, { body }: ClientResponse) =>
    (await client.get(`/domains/${body.id}/verify`)).body as Record<string, unknown>
  const send = async ({ client }: { client: HttpClient }) =>
    (await client.post('/v1/send', { to: 'm@example.org', from: `ceo@${domain}`, subject: 'hi', body: 'x' })).status

  for (const isFirst of [true, false]) {
    const order = isFirst ? 'before' : 'after'
    it(`belong to the project whose record is in DNS, when another one requests a check ${order} it`, async () => {
      const [stranger, owner] = [await add(mine), await add(theirs)]
      expect(ownershipOf(stranger).value).to.not.equal(ownershipOf(owner).value)
      publish(owner)
      await ses.switchTo(domain, 'SUCCESS')

      const first = isFirst ? await verify(mine, stranger) : null
      expect(await verify(theirs, owner)).to.include({ verified: true, status: 'VERIFIED', message: null })
      const last = await verify(mine, stranger)
      if (first) expect(first).to.include({ verified: false, status: 'PENDING' })
      if (first) expect(first['message']).to.equal(missing(stranger))
      const taken = {
        verified: false,
        status: 'FAILED',
        message: `The domain ${domain} is already in use by another project`,
      }
      expect(last).to.include(taken)
      expect([await send(mine), await send(theirs)]).to.deep.equal([403, 200])
      expect([...(await findOwners([`a@${domain}`])).keys()]).to.deep.equal([theirs.id])
    })
  }

  const missing = (added: ClientResponse): string =>
    `DNS has no TXT record _posthorn.${domain} with the value ${ownershipOf(added).value}`

  it('that were verified with SES outside need the record of the project, and are not changed there', async () => {
    await ses.makeForeign(domain, 'SUCCESS')
    const before = await ses.identity(domain)
    const added = await add(mine)
    expect(added.status).to.equal(201)
    expect((added.body.records as { name: string }[]).map(({ name }) => name)).to.include(`mail.${domain}`)
    expect(await verify(mine, added)).to.include({ verified: false, message: missing(added) })
    expect(await send(mine)).to.equal(403)

    publish(added)
    expect(await verify(mine, added)).to.include({ verified: true, status: 'VERIFIED' })
    expect(await ses.identity(domain)).to.deep.equal(before)
    await ses.switchTo(domain, 'FAILED')
    await verify(mine, added)
    expect((await mine.client.delete(`/domains/${added.body.id}`)).status).to.equal(204)
    expect(await ses.identity(domain)).to.deep.equal({ ...before, state: 'FAILED' })
  })

  it('that the operator has allowed to one project are refused to others, in any spelling', async () => {
    await allowDomain({ projectId: theirs.id, domain: domain.toUpperCase() })
    const { status, body } = await add(mine)
    expect([status, body.error?.code]).to.deep.equal([403, 'FORBIDDEN'])
    expect(await send(theirs)).to.equal(200)
    const unicode = `bücher${count}.example`
    await allowDomain({ projectId: theirs.id, domain: unicode })
    expect((await mine.client.post('/domains', { domain: unicode })).status).to.equal(403)
  })

  it('that are pending are not verified once the operator has allowed them to another, not even with their record', async () => {
    const added = await add(mine)
    await allowDomain({ projectId: theirs.id, domain })
    publish(added)
    await ses.switchTo(domain, 'SUCCESS')
    expect(await verify(mine, added)).to.include({ verified: false, status: 'FAILED' })
    expect(await send(theirs)).to.equal(200)

    // The identity was made for the waiting project; the other project keeps it.
    expect((await mine.client.delete(`/domains/${added.body.id}`)).status).to.equal(204)
    expect(await ses.identity(domain)).to.include({ state: 'SUCCESS' })
  })

  it('that are verified stay verified when the operator allows them to another', async () => {
    const added = await addReady(mine)
    await verify(mine, added)
    await allowDomain({ projectId: theirs.id, domain })
    expect(await verify(mine, added)).to.include({ verified: true, status: 'VERIFIED' })
    expect([await send(mine), await send(theirs)]).to.deep.equal([200, 200])
  })

  it('that the operator forbids again are removed with the identity and the key that were made for them', async () => {
    expect((await add(mine)).status).to.equal(201)
    await allowDomain({ projectId: mine.id, domain })
    expect(await send(mine)).to.equal(200)
    const identities = createSenderIdentities(testConfig(ses.settings), withSharedSemaphore)
    const forbid = () => forbidDomain({ projectId: mine.id, domain }, { identities })
    const failed = await ses.away(forbid).catch((error: unknown) => error)
    expect(failed).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(await send(mine)).to.equal(403)
    expect(await ses.identity(domain)).to.include({ domain })
    await forbid()
    expect(await ses.identity(domain)).to.equal(undefined)
    expect((await mine.client.get(`/domains/project/${mine.id}`)).body).to.deep.equal([])
  })

  it('that the platform sends from are refused to all projects, and stay with SES', async () => {
    await ses.makeForeign(domain, 'SUCCESS')
    const waiting = await add(mine)
    await preparePlatform(`hello@${domain}`)
    expect((await add(theirs)).status).to.equal(403)
    publish(waiting)
    expect(await verify(mine, waiting)).to.include({ verified: false, status: 'FAILED' })
    await mine.client.delete(`/domains/${waiting.body.id}`)
    expect(await ses.identity(domain)).to.include({ state: 'SUCCESS', mailFromDomain: `mail.${domain}` })
  })

  it('are kept with SES for the project that has them, and removed with the last one', async () => {
    const [first, second] = [await add(mine), await add(theirs)]
    publish(second)
    await ses.switchTo(domain, 'SUCCESS')
    await verify(theirs, second)
    await mine.client.delete(`/domains/${first.body.id}`)
    expect(await ses.identity(domain)).to.include({ state: 'SUCCESS' })
    await theirs.client.delete(`/domains/${second.body.id}`)
    expect(await ses.identity(domain)).to.equal(undefined)
  })

  it('are removed with SES by two projects that remove them at the same moment', async () => {
    const [first, second] = [await add(mine), await add(theirs)]
    await Promise.all([
      mine.client.delete(`/domains/${first.body.id}`),
      theirs.client.delete(`/domains/${second.body.id}`),
    ])
    expect(await ses.identity(domain)).to.equal(undefined)
  })

  it('are removed with SES by a project that became the last one after its request had read the domain', async () => {
    const [first, second] = [await add(mine), await add(theirs)]
    const read = await SenderDomain.findOne({ _id: second.body.id, projectId: theirs.id }).orFail().lean()
    expect(read.hasMadeIdentity).not.to.equal(true)
    await mine.client.delete(`/domains/${first.body.id}`)
    expect(await ses.identity(domain)).to.include({ domain })
    const identities = createSenderIdentities(testConfig(ses.settings), withSharedSemaphore)
    expect(await dropDomain(read, { identities })).to.equal(true)
    expect(await ses.identity(domain)).to.equal(undefined)
  })

  it('have the same record when they are added again, and after a change of the first encryption key', async () => {
    const added = await add(mine)
    const { value } = ownershipOf(added)
    await mine.client.delete(`/domains/${added.body.id}`)
    expect(ownershipOf(await add(mine)).value).to.equal(value)
    const owner = { projectId: mine.id, domain }
    const stored = await SenderDomain.findOne(owner).orFail().lean()
    expect(value).to.equal(`posthorn-verify=${stored.ownershipToken}`)
    expect(ownershipTokenOf(owner, ['f'.repeat(64)])).to.not.equal(stored.ownershipToken)
  })

  it('are not verified by the record of another project, by a part of their own one, or by one of a name below', async () => {
    const [added, other] = [await add(mine), await add(theirs)]
    const { name, value } = ownershipOf(added)
    await ses.switchTo(domain, 'SUCCESS')
    const { value: ofAnother } = ownershipOf(other)
    for (const text of [ofAnother, value.slice(0, -1), value.toUpperCase(), `${value}0`, 'posthorn-verify=']) {
      ses.dns().setText(name, text)
      expect(await verify(mine, added), text).to.include({ verified: false })
    }
    ses.dns().forget(name)
    ses.dns().setText(`_posthorn.sub.${domain}`, value)
    expect(await verify(mine, added)).to.include({ verified: false })
  })

  it('are unverified after three rounds without the record, although SES still knows them', async () => {
    const added = await addReady(mine)
    await verify(mine, added)
    ses.dns().forget(`_posthorn.${domain}`)
    const state = async () => SenderDomain.findById(added.body.id).orFail().lean()
    const now = Date.now()
    for (const minutes of [5, 10]) await ses.round(new Date(now + minutes * 60_000))
    expect(await state()).to.include({ verified: true, status: 'VERIFIED', misses: 2 })
    await ses.round(new Date(now + 15 * 60_000))
    expect(await state()).to.include({ verified: false, status: 'FAILED' })
    expect(await send(mine)).to.equal(403)
    const [notification] = (await mine.client.get('/notifications')).body.data
    expect(notification).to.deep.include({ kind: 'DOMAIN_LOST', about: { domainId: added.body.id, name: domain } })

    // The next project that shows the record has the domain.
    const next = await add(theirs)
    publish(next)
    expect(await verify(theirs, next)).to.include({ verified: true, status: 'VERIFIED' })
  })
})
