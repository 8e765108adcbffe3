import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect } from 'chai'
import { createDns, DnsUnavailableError, type Dns } from '../../runtime/dns/resolver.js'
import type { Provider } from '../../embedded/provider/start-provider.js'
import { createSesIdentities } from '../../activities/providers/ses/ses-identities.js'
import { stackSettings } from '../../embedded/environment.js'
import { useProvider } from './provider-harness.js'
import { withSharedSemaphore } from '../../commands/base/installation/shared-semaphore.js'
import { useDatabase } from '../support/database.js'

const DOMAIN = 'news.acme.example'
const NAME = `_posthorn.${DOMAIN}`

describe('the local provider in place of DNS', () => {
  useDatabase()
  const provider = useProvider()
  let running: Provider
  let dns: Dns
  const open = (started: Provider): void => {
    running = started
    dns = createDns({ servers: [new URL(started.origin).host], timeoutMs: 20_000 })
  }
  beforeEach(async () => open(await provider.start()))

  const add = (projectId: string) => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const identities = createSesIdentities(
      { region: 'us-east-1', endpoint: running.origin, credentials },
      withSharedSemaphore,
    )
    const claim = { projectId, ownershipToken: `token-of-${projectId}`, mailFromDomain: `b.${DOMAIN}`, isOurs: false }
    return identities.register(DOMAIN, claim)
  }
  const switchTo = async (body: object): Promise<{ status: number; body: unknown }> => {
    const given = { method: 'PUT', body: JSON.stringify(body) }
    const response = await fetch(`${running.origin}/identities/${DOMAIN}`, given)
    return { status: response.status, body: await response.json() }
  }

  it('has the ownership record of the project that added a domain, from the switch to SUCCESS on', async () => {
    await add('one')
    expect(await dns.texts(NAME)).to.equal(null)
    expect((await switchTo({ state: 'SUCCESS' })).status).to.equal(200)
    expect(await dns.texts(NAME)).to.deep.equal(['posthorn-verify=token-of-one'])
    expect(await dns.texts(NAME.toUpperCase())).to.deep.equal(['posthorn-verify=token-of-one'])
    expect(await dns.texts(DOMAIN)).to.equal(null)
    expect(await dns.texts(`_posthorn.sub.${DOMAIN}`)).to.equal(null)
    expect(await dns.exchangers(NAME)).to.deep.equal([])
    for (const state of ['FAILED', 'PENDING']) {
      await switchTo({ state })
      expect(await dns.texts(NAME), state).to.equal(null)
    }
  })

  it('has those of all projects that asked, before or after the switch, also after a restart', async () => {
    expect(await add('one')).to.include({ isMade: true })
    expect(await add('two')).to.include({ isMade: false })
    expect(await add('one')).to.include({ isMade: true })
    await switchTo({ state: 'SUCCESS' })
    await add('three')
    const all = ['one', 'two', 'three'].map((project) => `posthorn-verify=token-of-${project}`)
    expect(await dns.texts(NAME)).to.have.members(all)
    open(await provider.start())
    expect(await dns.texts(NAME)).to.have.members(all)
  })

  it('has the records alone that the switch names', async () => {
    await add('one')
    await add('two')
    const records = ['posthorn-verify=token-of-two']
    expect(await switchTo({ state: 'SUCCESS', records })).to.have.nested.property('body.state', 'SUCCESS')
    expect(await dns.texts(NAME)).to.deep.equal(records)
    await switchTo({ state: 'SUCCESS', records: [] })
    expect(await dns.texts(NAME)).to.deep.equal([])
    expect((await switchTo({ state: 'SUCCESS', records: [1] })).status).to.equal(422)
    await switchTo({ state: 'SUCCESS' })
    expect(await dns.texts(NAME)).to.have.lengthOf(2)
  })

  it('goes on after what is no question', async () => {
    const socket = createSocket('udp4')
    const port = Number(new URL(running.origin).port)
    for (const bytes of [Buffer.alloc(0), Buffer.from('no DNS'), Buffer.alloc(600, 0xff)])
      socket.send(bytes, port, '127.0.0.1')
    expect(await dns.texts(NAME)).to.equal(null)
    socket.close()
    await once(socket, 'close')
  })

  it('answers nothing once it is closed', async () => {
    await running.close()
    const hasty = createDns({ servers: [new URL(running.origin).host], timeoutMs: 1_000 })
    expect(await hasty.texts(NAME).catch((error: unknown) => error)).to.be.instanceOf(DnsUnavailableError)
    await provider.start()
  })
})

describe('the DNS server of the embedded stack', () => {
  const addresses = { gateway: 'http://127.0.0.1:3000', inbox: 'http://127.0.0.1:3025', temporalUi: '' }
  const given = { addresses, dataDir: '/tmp/none', encryptionKey: '', jwtSecret: '' }
  const serversWith = (env: NodeJS.ProcessEnv, of = given) => stackSettings({ ...of, env })['OWNERSHIP_DNS_SERVERS']

  it('is the inbox, unless the user names servers or another provider', () => {
    expect(serversWith({})).to.equal('127.0.0.1:3025')
    expect(serversWith({ DNS_SERVERS: '', EMAIL_PROVIDER: 'ses' })).to.equal('127.0.0.1:3025')
    const others = [
      { DNS_SERVERS: '9.9.9.9' },
      { DNS_SERVERS_FILE: '/x' },
      { EMAIL_PROVIDER: 'smtp' },
      { SES_ENDPOINT: 'http://x' },
    ]
    for (const env of others) expect(serversWith(env), JSON.stringify(env)).to.equal(undefined)
    expect(serversWith({}, { ...given, addresses: { ...addresses, inbox: '' } })).to.equal(undefined)
  })
})
