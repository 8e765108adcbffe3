import { expect } from 'chai'
import { isPublicAddress } from '../../../activities/webhook/public-address.js'

const addresses = (text: string): string[] => text.trim().split(/\s+/)

// Each range with its first and last address, or with some of them.
const PRIVATE = addresses(`
  0.0.0.0 0.255.255.255
  10.0.0.0 10.255.255.255
  100.64.0.0 100.100.100.200 100.127.255.255
  127.0.0.1 127.255.255.255
  169.254.0.0 169.254.169.254
  172.16.0.0 172.31.255.255
  192.0.0.1 192.0.2.1 192.88.99.1
  192.168.0.0 192.168.255.255
  198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  168.63.129.16
  :: ::1 100::1 5f00::1
  2001:db8::1 2001:2::1 2001:10::1 3fff::1
  fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1
  64:ff9b:: 64:ff9b::ffff:ffff 64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff
  192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255
  224.0.0.0 240.0.0.0 255.255.255.254
  1fff:ffff::1 2001:: 2001:1ff:ffff:: 2001:db8:: 2001:db8:ffff:: 2002:: 2002:ffff:: 3fff:fff:: 4000::
`)
// Mapped, compatible, translated, NAT64, 6to4, Teredo.
const IPV4_IN_IPV6 = addresses(`
  ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8
  ::127.0.0.1 ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1
  2002:7f00:1:: 2002:808:808::1
  2001:0:4136:e378:8000:63bf:3fff:fdd2
`)
const PUBLIC = addresses(`
  1.1.1.1 8.8.8.8
  9.255.255.255 11.0.0.0
  100.63.255.255 100.128.0.0
  126.255.255.255 128.0.0.0
  169.253.255.255
  172.15.255.255 172.32.0.0
  192.167.255.255 192.169.0.0
  198.17.255.255 198.20.0.0
  223.255.255.255
  192.0.1.255 192.0.3.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 168.63.129.15 168.63.129.17
  2000:: 2001:200::1 2001:db7::1 2001:db9::1 2003::1 3ffe::1 2606:4700:0:0:0:0:8.8.8.8
  2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:82a::200e
`)

describe('isPublicAddress', () => {
  it('refuses every address of a machine or a network of its own', () => {
    expect([...PRIVATE, ...IPV4_IN_IPV6].filter(isPublicAddress)).to.deep.equal([])
  })

  it('accepts the addresses of the Internet, up to the edges of what it refuses', () => {
    expect(PUBLIC.filter((address) => !isPublicAddress(address))).to.deep.equal([])
  })

  it('refuses addresses with a zone, and the forms of IPv4 that are not of four decimal numbers', () => {
    const zones = ['fe80::1%eth0', '::1%1', '2606:4700:4700::1111%eth0', '2606:4700:4700::1111%25eth0']
    const forms = ['127.1', '8.8', '0177.0.0.1', '010.8.8.8', '0x7f.0.0.1', '0x7f000001', '2130706433', '134744072']
    expect([...zones, ...forms].filter(isPublicAddress)).to.deep.equal([])
  })

  it('judges a host by the form that a URL gives it', () => {
    const hostOf = (text: string): string => new URL(`http://${text}/`).hostname.replace(/^\[(.*)\]$/, '$1')
    const own = ['127.1', '0177.1', '0x7f.1', '2130706433', '0xa9fea9fe', '１２７.０.０.１', '[::ffff:127.0.0.1]']
    expect(own.map(hostOf).filter(isPublicAddress)).to.deep.equal([])
    expect(['8.8', '010.8.8.8', '134744072'].map(hostOf)).to.satisfy((hosts: string[]) => hosts.every(isPublicAddress))
  })

  it('refuses a text that is no address', () => {
    expect(['', 'localhost', '1.2.3', '8.8.8.8/32', '[2606:4700::1]'].filter(isPublicAddress)).to.deep.equal([])
  })
})
