import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { clientAddress, clientNetwork, clientSite } from '../../../../gateway/http/request/client-address.js'

const PEER = '10.0.0.9'
const request = (forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress: PEER },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const CASES: [hops: number, forwarded: string | undefined, address: string][] = [
  [0, undefined, PEER],
  [0, '1.1.1.1', PEER],
  [1, undefined, PEER],
  [1, '1.1.1.1', '1.1.1.1'],
  [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  [1, '6.6.6.6,,1.1.1.1', '1.1.1.1'],
  [2, '6.6.6.6, 1.1.1.1, 10.0.0.1', '1.1.1.1'],
  [2, '1.1.1.1', '1.1.1.1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, '1.1.1.1:4711', '1.1.1.1'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
  [1, 'unknown', PEER],
  [1, '6.6.6.6, ', PEER],
  [1, '1.1.1.1; drop', PEER],
]

describe('the address of a client', () => {
  for (const [hops, forwarded, address] of CASES) {
    it(`is ${address} behind ${hops} proxies for "${forwarded ?? 'no header'}"`, () => {
      expect(clientAddress(request(forwarded), hops)).to.equal(address)
    })
  }

  const NETWORKS: [address: string, network: string][] = [
    ['1.1.1.1', '1.1.1.1'],
    ['::ffff:1.1.1.1', '1.1.1.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ]
  for (const [address, network] of NETWORKS) {
    it(`${address || 'unknown'} counts as ${network || 'unknown'}`, () => {
      expect(clientNetwork(address)).to.equal(network)
    })
  }

  it('belongs to the site of its /48 where it is an IPv6 address', () => {
    expect(clientSite('2001:db8:1:ff01::5')).to.equal('2001:db8:1::/48')
    expect(clientSite('2001:db8::1')).to.equal('2001:db8:0::/48')
    expect(clientSite('::ffff:1.1.1.1')).to.equal('1.1.1.1')
  })
})
