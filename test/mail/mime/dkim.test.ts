import { expect } from 'chai'
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { createDkimSigner } from '../../../mail/mime/dkim.js'
import { composeHtml } from '../../support/compose-html.js'
import { PRIVATE_KEY_PEM as PEM, publicKey } from '../../support/rsa-keys.js'

const compose = (from = 'shop@bücher.example') =>
  composeHtml({
    emailId: '0192d3a0-0000-7000-8000-000000000001',
    projectId: 'project-1',
    sourceType: 'CAMPAIGN',
    campaignId: 'campaign-1',
    type: 'MARKETING',
    from: { address: from, name: 'Bücher' },
    replyTo: 'help@example.com',
    to: { address: 'ann@example.com' },
    subject: `Grüße ${'und lange Zeilen '.repeat(20)}`,
    html: '<p>Grüße  ,\t two   spaces </p>\n\n\n<p>.a dot</p>\n\n\n',
    unsubscribeUrl: 'https://mail.example.com/unsubscribe/token-1',
  })

describe('DKIM signatures', () => {
  const sign = createDkimSigner({ domain: 'bücher.example', selector: 'posthorn', privateKey: PEM })

  it('hold for a message of the domain, by a verification of our own', async () => {
    const raw = await compose()
    const signed = await sign({ projectId: 'p', from: 'shop@bücher.example' }, raw)
    expect(verify(signed)).to.deep.equal({ isBodyWhole: true, isSignatureValid: true })
    expect(tagsOf(signed)).to.include({ v: '1', a: 'rsa-sha256', c: 'relaxed/relaxed', s: 'posthorn' })
    expect(tagsOf(signed)['d']).to.equal('xn--bcher-kva.example')
    // The rest of the message is as it was composed.
    expect(signed.subarray(signed.length - raw.length).equals(raw)).to.equal(true)
  })

  it('cover sender, subject, the way to unsubscribe and the feedback id', async () => {
    const signed = await sign({ projectId: 'p', from: 'shop@bücher.example' }, await compose())
    const covered = tagsOf(signed)['h']?.split(':')
    const wanted = ['from', 'to', 'reply-to', 'subject', 'date', 'message-id', 'mime-version', 'content-type']
    expect(covered).to.include.members([...wanted, 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'])
  })

  const TAMPERED: [what: string, from: string, to: string][] = [
    ['the body', 'a dot', 'a cat'],
    ['the sender', 'From: ', 'From: x'],
    ['where to unsubscribe', '/unsubscribe/token-1', '/unsubscribe/token-2'],
    ['that it is one click', 'One-Click', 'Two-Click'],
    ['the feedback id', 'Feedback-ID: campaign-1', 'Feedback-ID: campaign-2'],
  ]
  for (const [what, from, to] of TAMPERED) {
    it(`break when ${what} is changed on the way`, async () => {
      const signed = (await sign({ projectId: 'p', from: 'shop@bücher.example' }, await compose())).toString('latin1')
      expect(signed).to.include(from)
      const { isBodyWhole, isSignatureValid } = verify(Buffer.from(signed.replace(from, to), 'latin1'))
      expect(isBodyWhole && isSignatureValid).to.equal(false)
    })
  }

  it('are not put on a message of another domain', async () => {
    for (const from of ['shop@other.example', 'shop@mail.bücher.example']) {
      const raw = await compose(from)
      expect(await sign({ projectId: 'p', from }, raw)).to.equal(raw)
    }
  })

  it('take a key whose line breaks are written out, as environment variables often have them', async () => {
    const key = PEM.replaceAll('\n', '\\n')
    const other = createDkimSigner({ domain: 'xn--bcher-kva.example', selector: 'posthorn', privateKey: key })
    expect(verify(await other({ projectId: 'p', from: 'shop@BÜCHER.example' }, await compose()))).to.deep.equal({
      isBodyWhole: true,
      isSignatureValid: true,
    })
  })

  it('refuse a key that is none, or not of the kind that receivers verify', () => {
    const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const key of ['nonsense', curve]) {
      expect(() => createDkimSigner({ domain: 'example.com', selector: 's', privateKey: key })).to.throw()
    }
  })
})

interface Verdict {
  isBodyWhole: boolean
  isSignatureValid: boolean
}

/** RFC 6376, 3.4.2, 3.4.4 and 6.1.3, for one signature at the top of the message. */
function verify(message: Buffer): Verdict {
  const text = message.toString('latin1')
  const at = text.indexOf('\r\n\r\n')
  const fields = fieldsOf(text.slice(0, at + 2))
  const tags = tagsOf(message)
  const hash = createHash('sha256')
    .update(relaxedBody(text.slice(at + 4)), 'latin1')
    .digest('base64')
  const left = [...fields]
  const covered = (tags['h'] ?? '').split(':').flatMap((name) => {
    const index = left.findLastIndex((field) => nameOf(field) === name.toLowerCase())
    return index < 0 ? [] : left.splice(index, 1).map(relaxedField)
  })
  const own = relaxedField(fields[0] ?? '').replace(/(;\s*b=)[^;]*/, '$1')
  const verifier = createVerify('RSA-SHA256').update(`${covered.join('\r\n')}\r\n${own}`, 'latin1')
  return { isBodyWhole: hash === tags['bh'], isSignatureValid: verifier.verify(publicKey, tags['b'] ?? '', 'base64') }
}

function fieldsOf(head: string): string[] {
  return head.split(/\r\n(?![ \t])/).filter(Boolean)
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase()

function relaxedField(field: string): string {
  const value = field
    .slice(field.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
  return `${nameOf(field)}:${value.replace(/^ | $/g, '')}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  return lines.map((line) => `${line}\r\n`).join('')
}

function tagsOf(message: Buffer): Record<string, string> {
  const [field = ''] = fieldsOf(message.toString('latin1'))
  expect(nameOf(field)).to.equal('dkim-signature')
  const tags = field.slice(field.indexOf(':') + 1).split(';')
  return Object.fromEntries(
    tags.map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, '')]),
  )
}
