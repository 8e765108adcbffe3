import { expect } from 'chai'
import { domainOf, isAddress, normaliseAddress } from '../../../models/domain/addresses.js'

describe('addresses', () => {
  const LOCAL_64 = 'l'.repeat(64)
  const LABEL_63 = 'd'.repeat(63)

  const GOOD = [
    'ann@example.com',
    "o'neil+tag_1@mail.example.co.uk",
    'a@b.co',
    'x!#$%&*+-/=?^_`{|}~@example.com',
    'jürgen@bücher.example',
    'ann@例え.テスト',
    '用户@例子.广告',
    'ann@xn--bcher-kva.example',
    'ann@1and1.com',
    `${LOCAL_64}@example.com`,
    `ann@${LABEL_63}.com`,
    `${LOCAL_64}@${LABEL_63}.${LABEL_63}.${'d'.repeat(57)}.com`,
  ]
  for (const address of GOOD) {
    it(`accept ${address}`, () => expect(isAddress(address)).to.equal(true))
  }

  const BAD = [
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@localhost',
    'ann@@example.com',
    'a@b@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'a..b@example.com',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exam_ple.com',
    'ann@192.168.0.1',
    'ann@[192.168.0.1]',
    'ann smith@example.com',
    'ann@exam ple.com',
    ' ann@example.com',
    'ann@example.com\n',
    'ann@example.com\r\nBcc: x@example.com',
    'ann\0@example.com',
    'ann\u200b@example.com',
    'ann\u202e@example.com',
    '<ann@example.com>',
    'Ann <ann@example.com>',
    '"ann smith"@example.com',
    'ann@example.com,bob@example.com',
    'ann;bob@example.com',
    `${LOCAL_64}l@example.com`,
    `${'ü'.repeat(33)}@example.com`,
    `ann@${LABEL_63}d.com`,
    `${LOCAL_64}@${LABEL_63}.${LABEL_63}.${'d'.repeat(58)}.com`,
  ]
  for (const address of BAD) {
    it(`refuse ${JSON.stringify(address)}`, () => expect(isAddress(address)).to.equal(false))
  }

  it('have one spelling whatever their case and the blanks around them', () => {
    expect(normaliseAddress('  Ann.Smith@EXAMPLE.com\n')).to.equal('ann.smith@example.com')
  })

  it('end in their domain', () => {
    expect(domainOf('ann@example.com')).to.equal('example.com')
    expect(domainOf('nobody')).to.equal('')
  })
})
