import { expect } from 'chai'
import { Member } from '../../../models/member.js'
import { RateLimit } from '../../../models/rate-limit.js'
import { commandsOf } from '../../support/commands.js'
import { createMember, createProject } from '../../support/factories.js'
import { sessionHeaders } from '../../support/gateway.js'
import { statuses, useReplicas } from './replicas.js'

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

describe('the limits of the credentials of a project', () => {
  const gateway = useReplicas(2, { RATE_LIMIT_PER_MINUTE: 30, RATE_LIMIT_PUBLIC_PER_MINUTE: 10 })

  it('are separate: a public key that is used up leaves the secret key all of its requests, and the other way round', async () => {
    const { publicKey, secretKey } = await createProject()
    const flood = await statuses(times(40, (n) => gateway.at(n % 2, publicKey).post('/public')))
    expect(flood.passed.length).to.be.within(9, 10)
    expect(flood.refused[0]?.headers.get('ratelimit-limit')).to.equal('10')
    const { headers } = await gateway.at(0, secretKey).post('/secret')
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).to.deep.equal(['30', '29'])

    const other = await createProject()
    await statuses(times(31, () => gateway.at(0, other.secretKey).post('/secret')))
    expect((await gateway.at(0, other.secretKey).post('/project')).status).to.equal(429)
    expect((await gateway.at(0, other.publicKey).post('/public')).status).to.equal(200)
  })

  it('are separate for each member, over all projects, and from those of the keys', async () => {
    const { id: projectId, secretKey } = await createProject()
    const ada = await createMember({ projectId, role: 'OWNER' })
    const bob = sessionHeaders(await createMember({ projectId, role: 'MEMBER' }))
    const other = await createProject()
    await Member.create({ projectId: other.id, userId: ada._id, role: 'OWNER' })
    const ask = (session: object, id = projectId) =>
      gateway.at(0).post('/project', undefined, { ...session, 'x-project-id': id })
    const { passed } = await statuses(times(35, (n) => ask(sessionHeaders(ada), n % 2 ? projectId : other.id)))
    expect(passed).to.have.length(30)
    expect((await gateway.at(0).post('/user', undefined, sessionHeaders(ada))).status).to.equal(429)
    expect((await ask(bob)).headers.get('ratelimit-remaining')).to.equal('29')
    expect((await gateway.at(0, secretKey).post('/secret')).headers.get('ratelimit-remaining')).to.equal('29')
  })
})

describe('the limit of a public key for each network', () => {
  const gateway = useReplicas(2, {
    RATE_LIMIT_PUBLIC_PER_MINUTE: 20,
    RATE_LIMIT_PUBLIC_NETWORK_PER_MINUTE: 5,
    TRUSTED_PROXY_HOPS: 1,
  })
  const track = (key: string, address: string, replica = 0) =>
    gateway.at(replica, key).post('/public', undefined, { 'x-forwarded-for': address })

  it('refuses one network, whose refused requests do not count in the limit of the key', async () => {
    const { publicKey } = await createProject()
    const { passed, refused } = await statuses(times(60, () => track(publicKey, '198.51.100.1')))
    expect([passed.length, refused.length]).to.deep.equal([5, 55])
    expect(refused[0]?.headers.get('ratelimit-limit')).to.equal('5')
    const others = await statuses(times(20, (n) => track(publicKey, `198.51.100.${2 + (n % 4)}`)))
    expect(others.passed).to.have.length(15)
    expect(others.refused[0]?.headers.get('ratelimit-limit')).to.equal('20')
  })

  it('reports the limit with the fewest requests left', async () => {
    const { publicKey } = await createProject()
    const told = async (address: string) => {
      const { headers } = await track(publicKey, address)
      return [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
    }
    expect(await told('198.51.100.1')).to.deep.equal(['5', '4'])
    for (let n = 0; n < 17; n += 1) await track(publicKey, `198.51.100.${2 + (n % 4)}`)
    expect(await told('198.51.100.1')).to.deep.equal(['20', '1'])
  })

  it('applies to the /64 network of an IPv6 client, and to each project separately', async () => {
    const [ours, theirs] = [await createProject(), await createProject()]
    expect((await statuses(times(9, (n) => track(ours.publicKey, `2001:db8::${n + 1}`)))).passed).to.have.length(5)
    expect((await track(theirs.publicKey, '2001:db8::1')).status).to.equal(200)
  })
})

describe('the MongoDB commands of limits', () => {
  const PER_LEASE = 20
  const limits = { RATE_LIMIT_PUBLIC_PER_MINUTE: 1_000, RATE_LIMIT_PUBLIC_NETWORK_PER_MINUTE: 1_000 }
  const gateway = useReplicas(1, limits)

  it('are one for each limit and many requests', async () => {
    const { publicKey, secretKey } = await createProject()
    const leasesOf = async (path: string, key: string): Promise<number> => {
      const commands = await commandsOf(async () => {
        for (let n = 0; n < PER_LEASE * 2; n += 1) await gateway.at(0, key).post(path)
      })
      return commands.filter((command) => command.endsWith(RateLimit.collection.collectionName)).length
    }
    expect(await leasesOf('/secret', secretKey)).to.equal(2)
    expect(await leasesOf('/public', publicKey)).to.equal(4)
  })
})
