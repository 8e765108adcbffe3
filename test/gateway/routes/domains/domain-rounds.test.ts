import { expect } from 'chai'
import { isUsedByAnother } from '../../../../commands/sending/domains/ownership.js'
import { findOwners } from '../../../../commands/sending/inbound/find-owners.js'
import { DkimKey, SenderDomain } from '../../../support/models.js'
import { eventually } from '../../../support/eventually.js'
import { useGateway } from '../../../support/gateway.js'
import { operationsOf } from '../../../support/profiled.js'
import { useProject } from '../../../support/project.js'
import { ownershipOf, useSesDomains } from './ses-domains.js'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

describe('rounds of checks of sender domains', () => {
  const ses = useSesDomains()
  const { client, project } = useProject(ses.gateway)
  let begun = 0
  beforeEach(async () => {
    await SenderDomain.deleteMany({})
    ses.dns().setMood('answers')
    begun = Date.now()
  })
  const round = (minutes: number) => ses.round(new Date(begun + minutes * MINUTE_MS))
  /** The minutes at which the rounds of `days` days check the only domain. */
  const checkedAt = async (untilMinutes: number): Promise<number[]> => {
    const checked: number[] = []
    for (let minutes = 5; minutes <= untilMinutes; minutes += 5) if ((await round(minutes)) > 0) checked.push(minutes)
    return checked
  }

  it('check the records of a pending domain ever less often, and of a verified one in each round', async () => {
    const added = await client.post('/domains', { domain: 'waits.example.org' })
    expect(await checkedAt(DAY_MINUTES)).to.deep.equal([5, 15, 35, 75, 155, 315, 635, 1_275])

    // A requested check is carried out at any time, and the rounds check soon again after it.
    const asked = await client.get(`/domains/${added.body.id}/verify`)
    expect(Date.parse(asked.body.lastCheckedAt)).to.be.at.least(begun)
    expect(await checkedAt(20)).to.deep.equal([5, 15])

    ses.dns().setText(ownershipOf(added).name, ownershipOf(added).value)
    await ses.switchTo('waits.example.org', 'SUCCESS')
    await client.get(`/domains/${added.body.id}/verify`)
    expect(await checkedAt(20)).to.deep.equal([5, 10, 15, 20])
  })

  it('do the same for name servers that do not answer, and remove no domain before its time', async () => {
    const { body } = await client.post('/domains', { domain: 'silent.example.org' })
    ses.dns().setMood('fails')
    expect(await checkedAt(60)).to.deep.equal([5, 15, 35])
    expect(await SenderDomain.findById(body.id).orFail().lean()).to.include({ status: 'PENDING', lastCheckedAt: null })
  })

  it('ask SES only about domains whose ownership record is found', async () => {
    const added = await client.post('/domains', { domain: 'dear.example.org' })
    // A call of SES would make a round fail.
    expect(await ses.away(async () => [await round(5), await round(15)])).to.deep.equal([1, 1])
    expect((await SenderDomain.findById(added.body.id).orFail().lean()).misses).to.equal(2)
  })

  it('read only domains that are due, however many there are, as do the look-ups of a domain', async () => {
    const later = new Date(begun + 60 * MINUTE_MS)
    const rows = Array.from({ length: 300 }, (_, n) => ({
      projectId: `other-${n % 50}`,
      domain: `${n}.example.org`,
      status: 'PENDING' as const,
      ownershipToken: 't',
      nextCheckAt: later,
    }))
    await SenderDomain.insertMany(rows)
    await client.post('/domains', { domain: 'due.example.org' })
    await SenderDomain.updateOne({ domain: '7.example.org' }, { verified: true, status: 'VERIFIED' })
    const owner = { projectId: project.id, domain: '7.example.org' }
    for (const work of [() => round(5), () => isUsedByAnother(owner), () => findOwners(['a@7.example.org'])]) {
      const operations = await operationsOf('sender_domains', work)
      expect(operations).to.not.be.empty
      for (const { planSummary, docsExamined } of operations) {
        expect(planSummary).to.match(/^(IXSCAN|IDHACK|EXPRESS)/)
        expect(docsExamined).to.be.at.most(1)
      }
    }
  })

  it('remove domains that were never verified in 14 days, with their identities', async () => {
    const [{ body: given }, { body: kept }] = [
      await client.post('/domains', { domain: 'given-up.example.org' }),
      await client.post('/domains', { domain: 'was-verified.example.org' }),
    ]
    await ses.makeForeign('foreign.example.org', 'PENDING')
    const { body: foreign } = await client.post('/domains', { domain: 'foreign.example.org' })
    await SenderDomain.updateOne({ _id: kept.id }, { firstVerifiedAt: new Date(), status: 'FAILED' })
    const named = async () => (await SenderDomain.find({}).sort({ _id: 1 }).lean()).map(({ _id }) => _id)
    await round(13 * DAY_MINUTES)
    expect(await named()).to.deep.equal([given.id, kept.id, foreign.id])
    await round(15 * DAY_MINUTES)
    expect(await named()).to.deep.equal([kept.id])
    expect(await ses.identity('given-up.example.org')).to.equal(undefined)
    expect(await ses.identity('foreign.example.org')).to.include({ state: 'PENDING' })
    expect((await client.post('/domains', { domain: 'given-up.example.org' })).status).to.equal(201)
  })

  it('refuse the twenty-first domain of a project without a call of SES, however many are added at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => client.post('/domains', { domain: `squat${n}-bank.com` })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.error?.code])).to.deep.equal(
      Array.from({ length: 10 }, () => [422, 'QUOTA_EXCEEDED']),
    )
    expect(refused[0]?.body.error.details).to.deep.equal({ quota: 'domains', limit: 20, used: 20 })
    expect(await SenderDomain.countDocuments({ projectId: project.id })).to.equal(20)
    const made = (await ses.identities()).filter(({ domain }) => /^squat\d+-bank\.com$/.test(domain))
    expect(made).to.have.lengthOf(20)
  })
})

describe('keys of sender domains', () => {
  const { client, project } = useProject(useGateway({ EMAIL_PROVIDER: 'log' }))

  it('are deleted with a domain that is removed while it is added', async () => {
    const adding = Promise.all([1, 2, 3, 4].map((n) => client.post('/domains', { domain: `gone${n}.example.org` })))
    const listed = async () =>
      (await client.get(`/domains/project/${project.id}`)).body as { id: string; domain: string }[]
    const some = await eventually(listed, ({ length }) => length >= 2)
    await Promise.all(some.map(({ id }) => client.delete(`/domains/${id}`)))
    const statuses = (await adding).map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 409)).to.equal(true)
    const keys = await DkimKey.find({ projectId: project.id }).lean()
    const domains = (await listed()).map(({ domain }) => domain)
    expect(keys.map(({ domain }) => domain)).to.have.members(domains)
  })
})
