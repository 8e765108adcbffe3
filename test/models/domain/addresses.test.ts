import { expect } from 'chai'
import {
  domainOf,
  isAddress,
  normaliseAddress,
  normaliseAddressPart,
  spellAddress,
} from '../../../models/domain/addresses.js'
import { words } from '../../support/words.js'

describe('addresses', () => {
  const LOCAL_64 = 'l'.repeat(64)
  const LABEL_63 = 'd'.repeat(63)

  const GOOD = [
    ['ann@example.com', "o'neil+tag_1@mail.example.co.uk", 'a@b.co', 'x!#$%&*+-/=?^_`{|}~@example.com'],
    ['jürgen@bücher.example', 'ann@例え.テスト', '用户@例子.广告', 'ann@xn--bcher-kva.example', 'ann@1and1.com'],
    [`${LOCAL_64}@example.com`, `ann@${LABEL_63}.com`, `${LOCAL_64}@${LABEL_63}.${LABEL_63}.${'d'.repeat(57)}.com`],
  ].flat()
  for (const address of GOOD) {
    it(`accept ${address.slice(0, 80)}`, () => expect(isAddress(address)).to.equal(true))
  }

  const BAD = [
    ['', 'ann smith@example.com', 'ann@exam ple.com', ' ann@example.com', 'ann@example.com\n'],
    ['ann@example.com\r\nBcc: x@example.com', 'ann\0@example.com', 'ann\u200b@example.com', 'ann\u202e@example.com'],
    ['Ann <ann@example.com>', '"ann smith"@example.com', `${LOCAL_64}l@example.com`],
    [`${'ü'.repeat(33)}@example.com`, `ann@${LABEL_63}d.com`],
    [`${LOCAL_64}@${LABEL_63}.${LABEL_63}.${'d'.repeat(58)}.com`],
    words(`
      ann @example.com ann@ ann@localhost ann@@example.com a@b@example.com .ann@example.com ann.@example.com
      a..b@example.com ann@example..com ann@.example.com ann@example.com. ann@-example.com ann@example-.com
      ann@exam_ple.com ann@192.168.0.1 ann@[192.168.0.1] <ann@example.com> ann@example.com,bob@example.com
      ann;bob@example.com <ann>@example.com a>b@example.com <ann@example.com> ann<@example.com
    `),
  ].flat()
  for (const address of BAD) {
    it(`refuse ${JSON.stringify(address.slice(0, 80))}`, () => expect(isAddress(address)).to.equal(false))
  }

  const IDENTITIES = {
    '  Ann.Smith@EXAMPLE.com\n': 'ann.smith@example.com',
    '\u00a0ann@example.com\ufeff': 'ann@example.com',
    's@müller.example': 's@xn--mller-kva.example',
    'S@MÜLLER.Example': 's@xn--mller-kva.example',
    's@mu\u0308ller.example': 's@xn--mller-kva.example',
    's@XN--MLLER-KVA.example': 's@xn--mller-kva.example',
    'ann@straße.example': 'ann@xn--strae-oqa.example',
    'ann@ｅｘａｍｐｌｅ。com': 'ann@example.com',
    'ann@日本語.example': 'ann@xn--wgv71a119e.example',
    'JOSE\u0301@example.com': 'josé@example.com',
    'JOSÉ@example.com': 'josé@example.com',
  }
  for (const [spelling, identity] of Object.entries(IDENTITIES)) {
    it(`know ${JSON.stringify(spelling)} as ${identity}`, () => {
      expect(normaliseAddress(spelling)).to.equal(identity)
      expect(normaliseAddress(identity), 'the identity of an identity').to.equal(identity)
      expect(isAddress(identity)).to.equal(true)
    })
  }

  it('stay no addresses where their domain is none', () => {
    for (const text of ['ann@i❤.ws', 'ann@-ü.example', 'ann@ü..example', 'ann@bücher.example/x', 'ü@', '@ü.example']) {
      expect(isAddress(normaliseAddress(text)), text).to.equal(false)
    }
  })

  it('keep the case of their local part in headers', () => {
    expect(spellAddress(' Reply+Q1w2E3@Inbound.Example.COM ')).to.equal('Reply+Q1w2E3@inbound.example.com')
    expect(spellAddress('JOSÉ@Müller.example')).to.equal('JOSÉ@xn--mller-kva.example')
    expect(spellAddress('Nobody')).to.equal('Nobody')
  })

  it('are found by a part of any spelling', () => {
    expect(normaliseAddressPart('@Müller.example')).to.equal('@xn--mller-kva.example')
    expect(normaliseAddressPart('Müller.example')).to.equal('xn--mller-kva.example')
    expect(normaliseAddressPart('ANN@')).to.equal('ann@')
    expect(normaliseAddressPart('José')).to.equal('josé')
  })

  it('end in their domain', () => {
    expect(domainOf('ann@example.com')).to.equal('example.com')
    expect(domainOf('nobody')).to.equal('')
  })
})
