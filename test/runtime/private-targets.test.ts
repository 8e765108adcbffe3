import { expect } from 'chai'
import { readConfig } from '../../runtime/config.js'
import { isAllowedTarget } from '../../runtime/private-targets.js'
import { ENCRYPTION_KEY, JWT_SECRET } from '../support/config.js'
import { words } from '../support/words.js'

const read = (value: string | undefined) =>
  readConfig({ MONGODB_URI: 'mongodb://unused', ENCRYPTION_KEY, JWT_SECRET, WEBHOOK_ALLOW_PRIVATE: value })
    .WEBHOOK_ALLOW_PRIVATE

describe('WEBHOOK_ALLOW_PRIVATE', () => {
  it('allows nothing unless it is told to', () => {
    for (const value of [undefined, '', 'false', ' , ']) expect(read(value)).to.deep.equal({ hosts: [], ranges: [] })
  })

  it('allows everything, or hosts with their ports and ranges of addresses', () => {
    expect(read('true')).to.equal(true)
    expect(read('CRM.internal:443, 10.0.0.0/8,[::1]:8080 ,fd00::/8,127.0.0.1:80, 192.168.1.7/32')).to.deep.equal({
      hosts: ['crm.internal:443', '[::1]:8080', '127.0.0.1:80'],
      ranges: [
        { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
        { address: 'fd00::', prefix: 8, family: 'ipv6' },
        { address: '192.168.1.7', prefix: 32, family: 'ipv4' },
      ],
    })
  })

  it('decides for an address that is written as a private one', () => {
    const targets = read('127.0.0.1:80,10.0.0.0/8,fd00::/8')
    for (const url of ['http://127.0.0.1/', 'https://10.9.9.9:8443/x', 'http://[fd12::1]/'])
      expect(isAllowedTarget(targets, new URL(url)), url).to.equal(true)
    for (const url of ['http://127.0.0.1:81/', 'https://192.168.1.1/', 'http://localhost/', 'http://[::1]/'])
      expect(isAllowedTarget(targets, new URL(url)), url).to.equal(false)
    expect(isAllowedTarget(true, new URL('http://localhost/'))).to.equal(true)
  })

  it('refuses what it cannot read, and names it', () => {
    const wrong = ['crm.internal', '10.0.0.1', '::1', 'a:0', 'a:65536', 'a:x', '10.0.0.0/33', 'fd00::/129', '10.0.0/8']
    for (const item of [...wrong, 'a b:80', ...words('10.0.0.0/8/8 http://a:80 me@a:80 a:80/b 10.0.0.0/ /8 TRUE')]) {
      const quoted = item.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      expect(() => read(`localhost:80,${item}`), item).to.throw(
        new RegExp(`WEBHOOK_ALLOW_PRIVATE: "${quoted}" is neither`),
      )
    }
  })
})
