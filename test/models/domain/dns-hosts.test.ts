import { expect } from 'chai'
import { dnsHostOf } from '../../../models/domain/dns-hosts.js'

describe('the host of a zone', () => {
  it('follows from its name servers where all of them belong to one host', () => {
    const cases: [string[], string | null][] = [
      [['ada.ns.cloudflare.com', 'BOB.NS.CLOUDFLARE.COM'], 'cloudflare'],
      [['ns-2048.awsdns-64.com', 'ns-2050.awsdns-66.co.uk'], 'route53'],
      [['ns1-07.azure-dns.com', 'ns2-07.azure-dns.net'], 'azure'],
      [['ns01.domaincontrol.com'], 'goDaddy'],
      [['hydrogen.ns.hetzner.com', 'helium.ns.hetzner.de'], 'hetzner'],
      [['ns1.example.org'], null],
      [['ns.cloudflare.com.example.org', 'xns.cloudflare.com'], null],
      [['ada.ns.cloudflare.com', 'ns01.domaincontrol.com'], null],
      [[], null],
    ]
    for (const [servers, host] of cases) expect(dnsHostOf(servers), servers.join(' ')).to.equal(host)
  })
})
