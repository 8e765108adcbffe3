import { expect } from 'chai'
import { createDns, DnsUnavailableError, type Dns } from '../../../runtime/dns/resolver.js'
import { DNS_TTL_SECONDS, startDnsServer, type DnsServer } from '../../support/dns-server.js'

describe('asking DNS', () => {
  let server: DnsServer
  let dns: Dns
  before(async () => {
    server = await startDnsServer()
    dns = createDns({ servers: [server.address], timeoutMs: 20_000 })
  })
  after(() => server.close())

  it('reads the records of each kind', async () => {
    const long = 'v=DKIM1; p='.padEnd(400, 'a')
    server.setText('texts.example.com', long)
    server.set('alias.example.com', 'CNAME', 'target.example.net')
    server.set('example.com', 'MX', { preference: 10, exchange: 'mx.example.com' })
    server.set('example.com', 'NS', 'ns.example.com')
    server.set('example.com', 'SOA', {
      mname: 'ns.example.com',
      rname: 'hostmaster.example.com',
      serial: 1,
      refresh: 2,
      retry: 3,
      expire: 4,
      minimum: 300,
    })
    server.set('example.com', 'A', '192.0.2.1')
    server.set('example.com', 'AAAA', '2001:db8::1')
    expect(await dns.texts('texts.example.com')).to.deep.equal([long])
    expect(await dns.aliases('alias.example.com')).to.deep.equal(['target.example.net'])
    expect(await dns.exchangers('example.com')).to.deep.equal([{ name: 'mx.example.com', priority: 10 }])
    expect(await dns.nameServers('example.com')).to.deep.equal(['ns.example.com'])
    expect(await dns.authority('example.com')).to.deep.equal({ name: 'ns.example.com', negativeTtlSeconds: 300 })
    expect(await dns.addresses('example.com')).to.deep.equal([
      { address: '192.0.2.1', ttlSeconds: DNS_TTL_SECONDS },
      { address: '2001:db8::1', ttlSeconds: DNS_TTL_SECONDS },
    ])
  })

  it('reads a null MX as one without a name', async () => {
    server.set('silent.example', 'MX', { preference: 0, exchange: '.' })
    expect(await dns.exchangers('silent.example')).to.deep.equal([{ name: '', priority: 0 }])
  })

  it('tells a name without such records from one that does not exist', async () => {
    server.clear('bare.example')
    expect(await dns.exchangers('bare.example')).to.deep.equal([])
    expect(await dns.addresses('bare.example')).to.deep.equal([])
    expect(await dns.exchangers('nowhere.example')).to.equal(null)
    expect(await dns.addresses('nowhere.example')).to.equal(null)
    expect(await dns.authority('nowhere.example')).to.equal(null)
  })

  it('does with the addresses of one family where there is no answer about the other', async () => {
    server.set('half.example', 'AAAA', '2001:db8::2')
    server.setMood('fails', 'A')
    const found = await dns.addresses('half.example')
    const bare = await dns.addresses('bare.example').catch((error: DnsUnavailableError) => error.code)
    server.setMood('answers', 'A')
    expect(found).to.deep.equal([{ address: '2001:db8::2', ttlSeconds: DNS_TTL_SECONDS }])
    expect(bare).to.equal('ESERVFAIL')
  })

  it('takes no failure and no silence for an answer', async () => {
    for (const mood of ['fails', 'silent'] as const) {
      server.setMood(mood)
      const hasty = createDns({ servers: [server.address], timeoutMs: 300 })
      const failure: unknown = await hasty.texts('texts.example.com').catch((error: unknown) => error)
      expect(failure, mood).to.be.instanceOf(DnsUnavailableError)
    }
    server.setMood('answers')
  })
})
