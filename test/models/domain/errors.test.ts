import { expect } from 'chai'
import { invalid } from '../../../models/domain/errors.js'

describe('the message of a 422', () => {
  const of = (...fields: string[]) =>
    invalid(fields.map((field) => ({ field, code: 'too_many', message: 'No room' }))).message

  it('names up to five fields, and how many more there are', () => {
    expect(of('a')).to.equal('Invalid value for: a')
    expect(of('a', 'b', 'c', 'd', 'e')).to.equal('Invalid value for: a, b, c, d, e')
    expect(of('a', 'b', 'c', 'd', 'e', 'f')).to.equal('Invalid value for: a, b, c, d, e and 1 more')
    const many = Array.from({ length: 500 }, (_, n) => `data.junk${n}`)
    expect(of(...many)).to.equal(
      'Invalid value for: data.junk0, data.junk1, data.junk2, data.junk3, data.junk4 and 495 more',
    )
  })

  it('names each field once, and the request body', () => {
    expect(of('a', 'a', '')).to.equal('Invalid value for: a, the request body')
  })
})
