import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { examineSender, type ReceivedMail } from '../../../mail/authentication/examine-sender.js'
import { createDns } from '../../../runtime/dns/resolver.js'
import { startDnsServer, type DnsServer } from '../../support/dns-server.js'

const DOMAIN = 'bank.example'
const FROM = `ceo@${DOMAIN}`
const keys = generateKeyPairSync('rsa', { modulusLength: 1024 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const letter = (headers: string[] = [`From: The CEO <${FROM}>`], body = 'Pay the invoice\r\n'): string =>
  [...headers, 'To: help@shop.example', 'Subject: Hi', '', body].join('\r\n')

describe('the examination of a sender', () => {
  let server: DnsServer
  beforeEach(async () => {
    server = await startDnsServer()
    server.setText(`_dmarc.${DOMAIN}`, 'v=DMARC1; p=reject')
    server.setText(DOMAIN, 'v=spf1 ip4:192.0.2.7 -all')
    server.setText(`s1._domainkey.${DOMAIN}`, `v=DKIM1; k=rsa; p=${publicKey}`)
  })
  afterEach(() => server.close())

  const examine = (raw: string, changes: Partial<ReceivedMail> = {}) =>
    examineSender(
      {
        raw: Buffer.from(raw),
        from: FROM,
        sender: FROM,
        client: '198.51.100.9',
        helo: 'mx.elsewhere.example',
        ...changes,
      },
      createDns({ servers: [server.address], timeoutMs: 60_000 }),
    )
  const sign = async (raw: string, options: object = {}, signingDomain = DOMAIN): Promise<string> => {
    const signatureData = [{ signingDomain, selector: 's1', privateKey, algorithm: 'rsa-sha256', ...options }]
    // Without a given time, the library reads the clock for the text that it signs, and again for the field.
    const common = { canonicalization: 'relaxed/relaxed', signTime: new Date() }
    const signed = await dkimSign(raw, { ...common, signatureData, ...options } as never)
    return signed.signatures + raw
  }

  it('passes what the domain signed, wherever it comes from', async () => {
    expect(await examine(await sign(letter()))).to.deep.equal({ spf: 'FAIL', dkim: 'PASS', dmarc: 'PASS' })
  })

  it('passes what a client of the domain submits', async () => {
    const verdicts = await examine(letter(), { client: '192.0.2.7' })
    expect(verdicts).to.deep.equal({ spf: 'PASS', dkim: 'GRAY', dmarc: 'PASS' })
  })

  it('fails a message that a stranger writes under the name of the domain', async () => {
    expect(await examine(letter())).to.deep.equal({ spf: 'FAIL', dkim: 'GRAY', dmarc: 'FAIL' })
  })

  it('fails a changed message, and passes by no signature or client of another domain', async () => {
    const changed = (await sign(letter())).replace('invoice', 'ransom')
    expect(await examine(changed)).to.include({ dkim: 'FAIL', dmarc: 'FAIL' })
    server.setText('evil.example', 'v=spf1 +all')
    server.setText('s1._domainkey.evil.example', `v=DKIM1; k=rsa; p=${publicKey}`)
    const foreign = await sign(letter(), {}, 'evil.example')
    const verdicts = await examine(foreign, { sender: 'a@evil.example' })
    expect(verdicts).to.deep.equal({ spf: 'PASS', dkim: 'PASS', dmarc: 'FAIL' })
  })

  const CONFUSING: [what: string, headers: string[], from?: string | null][] = [
    ['two From fields', ['From: a@evil.example', `From: ${FROM}`]],
    ['two addresses in From', [`From: a@evil.example, ${FROM}`]],
    ['no From', []],
    ['a From that its reader finds to be another', ['From: a@evil.example'], FROM],
    ['a From without an address', ['From: nobody'], null],
  ]
  for (const [what, headers, from = FROM] of CONFUSING) {
    it(`never passes ${what}`, async () => {
      server.setText('evil.example', 'v=spf1 +all')
      server.setText('_dmarc.evil.example', 'v=DMARC1; p=none')
      server.setText('s1._domainkey.evil.example', `v=DKIM1; k=rsa; p=${publicKey}`)
      const raw = await sign(letter(headers), {}, 'evil.example')
      const verdicts = await examine(raw, { from, sender: 'a@evil.example' })
      expect(verdicts.dmarc).to.equal('FAIL')
    })
  }

  it('takes no signature of a part of the body, or without From', async () => {
    const partly = await sign(letter(), { maxBodyLength: 3 })
    expect(partly).to.match(/[ ;]l=3/)
    expect(await examine(partly)).to.include({ dkim: 'GRAY', dmarc: 'FAIL' })
    const headless = await sign(letter(), { headerList: 'To:Subject' })
    expect(await examine(headless)).to.include({ dmarc: 'FAIL' })
  })

  it('holds a strict policy to the very domain', async () => {
    const from = `ceo@mail.${DOMAIN}`
    const raw = await sign(letter([`From: ${from}`]))
    expect(await examine(raw, { from })).to.include({ dmarc: 'PASS' })
    server.setText(`_dmarc.${DOMAIN}`, 'v=DMARC1; p=reject; adkim=s')
    expect(await examine(raw, { from })).to.include({ dkim: 'PASS', dmarc: 'FAIL' })
  })

  it('says that a domain has no policy', async () => {
    server.forget(`_dmarc.${DOMAIN}`)
    expect(await examine(await sign(letter()))).to.include({ dmarc: 'GRAY' })
  })

  it('does not fail a sender because DNS gives no answer, and does not pass one', async () => {
    const raw = await sign(letter())
    server.setMood('fails')
    const verdicts = await examine(raw)
    expect(verdicts).to.deep.equal({ spf: 'PROCESSING_FAILED', dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' })
  })

  it('asks a bounded number of questions, whatever a message and its domain ask for', async () => {
    const signature = (n: number): string =>
      `DKIM-Signature: v=1; a=rsa-sha256; d=d${n}.example; s=s; c=relaxed/relaxed; h=from; bh=AAAA; b=AAAA\r\n`
    const many = Array.from({ length: 500 }, (_, n) => signature(n)).join('')
    server.setText(DOMAIN, `v=spf1 ${Array.from({ length: 60 }, (_, n) => `include:i${n}.example`).join(' ')} -all`)
    await examine(many + letter())
    expect(server.asked.length).to.be.below(60)
  })

  it('reads no header of any size', async () => {
    const raw = `${Array.from({ length: 20_000 }, (_, n) => `X-A${n}: b\r\n`).join('')}${letter()}`
    expect(await examine(raw)).to.include({ dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' })
  })

  const SLOW: [what: string, make: () => string][] = [
    ['a From of blanks', () => letter([`From: a${`${' '.repeat(900)}\r\n `.repeat(70)}b`])],
    [
      'a Content-Type of parameters',
      () => letter([`From: ${FROM}`, `Content-Type: a/b; ${'a*0*=%20; '.repeat(2_000)}`]),
    ],
    ['a signature of many names', () => letter([`DKIM-Signature: v=1; h=${'a:'.repeat(20_000)}`, `From: ${FROM}`])],
    ['a body of bare line ends', () => letter(undefined, '\n'.repeat(2_000_000))],
  ]
  for (const [what, make] of SLOW) {
    it(`does not begin with ${what}, which would take the verifier long`, async () => {
      expect(await examine(make())).to.deep.equal({
        spf: 'FAIL',
        dkim: 'PROCESSING_FAILED',
        dmarc: 'PROCESSING_FAILED',
      })
    })
  }
})
