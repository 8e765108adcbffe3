import { expect } from 'chai'
import { headerNameFault, isHeaderValue, privateHostOf, webhookUrlFault } from '../../../models/domain/webhook-rules.js'
import { words } from '../../support/words.js'

describe('the rules of webhooks', () => {
  it('take http and https addresses, and say what is wrong with others', () => {
    for (const url of [
      'http://example.com',
      'HTTPS://example.com:8443/a?b#c',
      'http://[::1]/',
      'http://münchen.example/',
    ])
      expect(webhookUrlFault(url), url).to.equal(null)
    for (const url of ['', 'example.com', '/hook', 'https://', 'http://exa mple.com', 'http://1.2.3.4.5'])
      expect(webhookUrlFault(url), url).to.match(/^Enter a valid URL/)
    for (const url of ['ftp://example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'localhost:80'])
      expect(webhookUrlFault(url), url).to.match(/must use http/)
    for (const url of ['http://me@example.com', 'https://:secret@example.com'])
      expect(webhookUrlFault(url), url).to.match(/username or password/)
  })

  it('know addresses that are written as private ones, in any spelling', () => {
    for (const host of words(
      '127.0.0.1 0x7f.1 10.0.0.1 192.168.1.7 172.31.0.1 169.254.169.254 0.0.0.0 localhost a.localhost [::1] [fd12::1] [fe80::1]',
    ))
      expect(privateHostOf(`http://${host}/hook`), host).to.be.a('string')
    for (const url of [
      'https://example.com/',
      'http://172.32.0.1/',
      'http://8.8.8.8/',
      'http://{{ host }}/',
      'no url',
      'http://localhost.example/',
    ])
      expect(privateHostOf(url), url).to.equal(null)
  })

  it('take names of headers that are for the author to set', () => {
    for (const name of ['Authorization', 'x-api-key', 'Content-Type', 'Accept', 'X_1.~|`^'])
      expect(headerNameFault(name), name).to.equal(null)
    for (const name of ['', 'X Y', 'X:', 'X\r\nY', 'Ü', 'X\0', '"X"'])
      expect(headerNameFault(name), name).to.match(/^Enter a valid header/)
    for (const name of words('Host CONNECTION Transfer-Encoding content-length TE Proxy-Authorization Expect'))
      expect(headerNameFault(name), name).to.match(/connection/)
    for (const name of ['Webhook-Id', 'webhook-signature', 'webhook-', 'Idempotency-Key', 'Accept-Encoding'])
      expect(headerNameFault(name), name).to.match(/Posthorn sets/)
  })

  it('take one line for the value of a header', () => {
    for (const text of ['', 'plain', 'a\tb', 'Zoë 王 🚀']) expect(isHeaderValue(text), text).to.equal(true)
    for (const text of ['a\r\nb', 'a\nb', 'a\rb', 'a\0b', 'a\x1bb', 'a\x7fb', 'a\u0085b'])
      expect(isHeaderValue(text), JSON.stringify(text)).to.equal(false)
  })
})
