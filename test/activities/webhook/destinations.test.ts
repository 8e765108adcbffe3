import { expect } from 'chai'
import type { LookupAddress } from 'node:dns'
import { createDestinations, type AllowPrivate, type Destinations } from '../../../activities/webhook/destinations.js'
import { failureOf } from '../../../activities/webhook/failures.js'
import { startDnsServer } from '../../support/dns-server.js'
import { words } from '../../support/words.js'

const NOTHING: AllowPrivate = { hosts: [], ranges: [] }

/** The verdict on an address whose host resolves to these addresses. */
function reach(url: string, found: string[], allowPrivate = NOTHING): Promise<string> {
  return reachBy(createDestinations({ allowPrivate, resolve: async () => found }), url)
}

async function reachBy(destinations: Destinations, url: string): Promise<string> {
  const target = new URL(url)
  try {
    destinations.require(target)
    const addresses = await new Promise<LookupAddress[]>((resolve, reject) => {
      destinations.lookupFor(target)(target.hostname, { all: true }, (error, answer) =>
        error ? reject(error) : resolve(answer as LookupAddress[]),
      )
    })
    return addresses.map(({ address, family }) => `${address} (${family})`).join(', ')
  } catch (error) {
    return failureOf(error).message
  }
}

describe('the destinations that webhooks may reach', () => {
  const literals = words(`
    http://127.0.0.1/ http://127.1/ http://127.0.0.1./ http://0x7f.1/ http://0177.0.0.1/ http://2130706433/
    http://%31%32%37.0.0.1/ http://①②⑦.⓪.⓪.①/ http://0/ http://169.254.169.254/latest/meta-data/
    http://192.168.1.1:8080/ https://[::1]/ http://[::]/ http://[::ffff:7f00:1]/ http://[::ffff:127.0.0.1]/
    http://[0:0:0:0:0:ffff:a9fe:a9fe]/ http://[64:ff9b::a9fe:a9fe]/ http://[fd00:ec2::254]/ http://localhost/
    http://LOCALHOST.:3000/ http://app.localhost/
  `)
  it('are never private, however the address is written', async () => {
    for (const url of literals) expect(await reach(url, ['8.8.8.8']), url).to.equal('private address')
  })

  it('are names whose every address is public, and those addresses alone are connected to', async () => {
    expect(await reach('https://a.example/', ['8.8.8.8', '2606:4700::1'])).to.equal('8.8.8.8 (4), 2606:4700::1 (6)')
    for (const hidden of ['10.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1'])
      expect(await reach('https://a.example/', ['8.8.8.8', hidden]), hidden).to.equal('private address')
  })

  it('may be private when that host and port are allowed, and on no other port', async () => {
    const allowed = { hosts: ['127.0.0.1:8080', 'crm.internal:443', '[::1]:80', 'localhost:80'], ranges: [] }
    expect(await reach('http://127.0.0.1:8080/', ['127.0.0.1'], allowed)).to.equal('127.0.0.1 (4)')
    expect(await reach('http://2130706433:8080/', ['127.0.0.1'], allowed)).to.equal('127.0.0.1 (4)')
    expect(await reach('https://CRM.internal/', ['10.0.0.7'], allowed)).to.equal('10.0.0.7 (4)')
    expect(await reach('http://[::1]/', ['::1'], allowed)).to.equal('::1 (6)')
    expect(await reach('http://localhost/', ['::1', '127.0.0.1'], allowed)).to.equal('::1 (6), 127.0.0.1 (4)')
    const others = ['http://127.0.0.1/', 'http://crm.internal/', 'http://x.crm.internal:443/', 'http://[::1]:81/']
    for (const url of others) expect(await reach(url, ['10.0.0.7'], allowed), url).to.equal('private address')
  })

  it('may be private within a range that is allowed, and nowhere else', async () => {
    const allowed: AllowPrivate = {
      hosts: [],
      ranges: [
        { address: '10.1.0.0', prefix: 16, family: 'ipv4' },
        { address: 'fd12::', prefix: 32, family: 'ipv6' },
      ],
    }
    expect(await reach('http://crm.internal/', ['10.1.2.3', 'fd12::5'], allowed)).to.equal('10.1.2.3 (4), fd12::5 (6)')
    expect(await reach('http://10.1.2.3/', ['10.1.2.3'], allowed)).to.equal('10.1.2.3 (4)')
    expect(await reach('http://crm.internal/', ['10.2.0.1'], allowed)).to.equal('private address')
    expect(await reach('http://crm.internal/', ['10.1.2.3', '10.2.0.1'], allowed)).to.equal('private address')
    expect(await reach('http://[fd13::1]/', ['8.8.8.8'], allowed)).to.equal('private address')
  })

  it('are not opened by an allowed range of the other address family', async () => {
    const allowed: AllowPrivate = { hosts: [], ranges: [{ address: '::ffff:0:0', prefix: 96, family: 'ipv6' }] }
    expect(await reach('http://a.example/', ['127.0.0.1'], allowed)).to.equal('private address')
  })

  it('are looked up in both families, and have a reason when there is no address', async () => {
    const server = await startDnsServer()
    const destinations = createDestinations({ allowPrivate: NOTHING, dnsServers: [server.address] })
    server.set('both.example', 'A', '8.8.8.8')
    server.set('both.example', 'AAAA', '2606:4700::1')
    server.set('old.example', 'A', '8.8.8.8')
    server.set('mapped.example', 'AAAA', '::ffff:127.0.0.1')
    server.clear('bare.example')
    const answers = new Map([
      ['both.example', '8.8.8.8 (4), 2606:4700::1 (6)'],
      ['old.example', '8.8.8.8 (4)'],
      ['mapped.example', 'private address'],
      ['bare.example', 'unknown host'],
      ['nowhere.example', 'unknown host'],
    ])
    for (const [host, answer] of answers) expect(await reachBy(destinations, `http://${host}/`), host).to.equal(answer)
    server.setMood('fails')
    expect(await reachBy(destinations, 'http://both.example/')).to.equal('no response from the name server')
    await server.close()
  })

  it('are unlimited when everything is allowed', async () => {
    expect(await reach('http://127.0.0.1/', ['127.0.0.1'], true)).to.equal('127.0.0.1 (4)')
    expect(await reach('http://localhost/', ['127.0.0.1'], true)).to.equal('127.0.0.1 (4)')
  })
})
