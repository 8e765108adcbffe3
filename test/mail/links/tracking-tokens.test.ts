import { expect } from 'chai'
import * as fc from 'fast-check'
import { createTrackingTokens, isWebAddress, packMessage } from '../../../mail/links/tracking-tokens.js'
import { recipientLinks } from '../../../mail/links/recipient-links.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { runs } from '../../support/runs.js'

const tokens = createTrackingTokens(ENCRYPTION_KEYS)
const message = { projectId: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1d', emailId: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1a' }
const OTHER_KEY = 'f'.repeat(64)
const TARGET = 'https://example.com/ä b?c=d&e=%20#f'

describe('tracking tokens', () => {
  it('name the message, and of a click the address as it was written', () => {
    expect(tokens.readOpen(tokens.forOpen(message))).to.deep.equal(message)
    expect(tokens.readClick(tokens.forClick(message, TARGET))).to.deep.equal({ ...message, target: TARGET })
  })

  it('lead to hosts beyond ASCII for as long as the process runs', () => {
    const asked = Array.from({ length: 100_000 }, () => isWebAddress('https://bücher.example/'))
    expect(asked.filter((isAddress) => !isAddress)).to.have.length(0)
  })

  it('are short, and go into an address as they are', () => {
    expect(tokens.forOpen(message)).to.match(/^[\w-]{64}$/)
    expect(tokens.forClick(message, 'https://example.com/')).to.match(/^[\w-]{91}$/)
  })

  it('are the same when they are made for a link of many messages', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(text, fc.uuid(), fc.uuid(), (target, emailId, other) => {
        const tokenOf = tokens.forLink(target)
        for (const each of [
          { ...message, emailId },
          { projectId: other, emailId },
        ]) {
          expect(tokenOf(packMessage(each))).to.equal(tokens.forClick(each, target))
        }
      }),
      runs(),
    )
    expect(tokens.forLink('')(packMessage(message))).to.equal(tokens.forOpen(message))
  })

  it('of an open are none of a click, nor the other way round', () => {
    expect(tokens.readClick(tokens.forOpen(message))).to.equal(null)
    expect(tokens.readOpen(tokens.forClick(message, TARGET))).to.equal(null)
  })

  it('are refused when any bit differs, or one character is added or missing', () => {
    const bits = fc.nat({ max: 8 * Buffer.from(tokens.forClick(message, TARGET), 'base64url').length - 1 })
    fc.assert(
      fc.property(bits, (bit) => {
        const bytes = Buffer.from(tokens.forClick(message, TARGET), 'base64url')
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        expect(tokens.readClick(bytes.toString('base64url'))).to.equal(null)
      }),
      runs(),
    )
    const token = tokens.forOpen(message)
    for (const other of [
      `${token}A`,
      token.slice(1),
      token.slice(0, -1),
      `${token}=`,
      ` ${token}`,
      `${token}.gif`,
      '',
    ]) {
      expect(tokens.readOpen(other), other).to.equal(null)
    }
  })

  it('are read with every key of the list, and are made with the first', () => {
    const both = createTrackingTokens([OTHER_KEY, ...ENCRYPTION_KEYS])
    expect(both.readOpen(tokens.forOpen(message))).to.deep.equal(message)
    expect(both.readClick(tokens.forClick(message, TARGET))).to.deep.equal({ ...message, target: TARGET })
    const other = createTrackingTokens([OTHER_KEY])
    expect(other.readClick(both.forClick(message, TARGET))).to.deep.equal({ ...message, target: TARGET })
    expect(both.forLink(TARGET)(packMessage(message))).to.equal(other.forClick(message, TARGET))
    expect(tokens.readClick(both.forClick(message, TARGET))).to.equal(null)
  })

  it('are refused when another key made them, or they are those of another kind of link', () => {
    const other = createTrackingTokens([OTHER_KEY])
    expect(tokens.readClick(other.forClick(message, TARGET))).to.equal(null)

    const links = recipientLinks(
      { ...message, contactId: message.emailId },
      { gatewayUrl: '', encryptionKeys: ENCRYPTION_KEYS },
    )
    const token = links.manageUrl.replace('/manage/', '')
    expect([tokens.readOpen(token), tokens.readClick(token)]).to.deep.equal([null, null])
  })

  it('lead to web addresses alone, also when signed with our key', () => {
    for (const target of ['javascript:alert(1)', '//example.com', '/path', 'https:example.com', 'mailto:a@b.example']) {
      expect(tokens.readClick(tokens.forClick(message, target)), target).to.equal(null)
    }
  })
})
