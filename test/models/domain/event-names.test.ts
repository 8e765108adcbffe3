import { expect } from 'chai'
import { hasInvisible, isLookAlike, isReservedEvent } from '../../../models/domain/event-names.js'
import { words } from '../../support/words.js'

describe('a name that looks like an event of the service itself', () => {
  for (const name of words(`
    EMAIL.CLICK Email.open eMail.anything CONTACT.SUBSCRIBED contact.Unsubscribed Segment.vip.entry segment.vip.EXIT
    email．click ｅｍａｉｌ.click 𝐞𝐦𝐚𝐢𝐥.click ⓔⓜⓐⓘⓛ.open contact.ſubscribed
  `)) {
    it(`is "${name}"`, () => expect([isLookAlike(name), isReservedEvent(name)]).to.deep.equal([true, false]))
  }

  for (const name of [
    'größe ✓',
    'Signed Up',
    ...words(`
      email.click segment.VIP.entry contact.subscribed email Emails.open contact.subscribed.x segment.entry
    `),
  ]) {
    it(`is not "${name}"`, () => expect(isLookAlike(name)).to.equal(false))
  }
})

describe('a character of an event name that cannot be seen', () => {
  const INVISIBLE = [0x00, 0x0a, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200f, 0x2028, 0x2029]
  const FURTHER = [0x202e, 0x2060, 0x2064, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe0041, 0x1d173]
  for (const code of [...INVISIBLE, ...FURTHER]) {
    it(`is U+${code.toString(16).toUpperCase().padStart(4, '0')}`, () =>
      expect(hasInvisible(`email${String.fromCodePoint(code)}.click`)).to.equal(true))
  }

  it('is none of letters, marks, signs and blanks between words', () => {
    for (const name of ['signed up', 'größe ✓', 'नमस्ते', 'e\u0301te', '購入', '👍', 'a\u00a0b', '−'])
      expect(hasInvisible(name), name).to.equal(false)
  })
})
