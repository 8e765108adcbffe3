import { expect } from 'chai'
import * as fc from 'fast-check'
import { decodeCursor, encodeCursor } from '../../../../gateway/http/request/cursor.js'
import { AppError } from '../../../../models/domain/errors.js'
import { runs } from '../../../support/runs.js'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('cursors', () => {
  it('decode to the position that they encode, with the milliseconds of a date', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (sortValue, id) => {
        expect(decodeCursor(encodeCursor(sortValue, id), 'string')).to.deep.equal({ sortValue, id })
      }),
      runs(),
    )
    expect(decodeCursor(encodeCursor(12.5, 'a'), 'number')).to.deep.equal({ sortValue: 12.5, id: 'a' })
    const sortValue = new Date('2026-03-01T10:20:30.456Z')
    expect(decodeCursor(encodeCursor(sortValue, 'a'), 'date')).to.deep.equal({ sortValue, id: 'a' })
  })

  it('need no escaping in a query', () => expect(encodeCursor('a@b.io?&=+/ü', 'x')).to.match(/^[\w-]+$/))

  const malformed = {
    'no base64': '%%%',
    'no JSON': Buffer.from('nope').toString('base64url'),
    'no pair': encode({ a: 1 }),
    'a pair too long': encode(['a', 'b', 'c']),
    'an id that is no text': encode(['a', { $gt: '' }]),
    'a sort value that is no text': encode([{ $gt: '' }, 'a']),
    'a date, in a list sorted by text': encodeCursor(new Date(), 'a'),
  }
  for (const [what, cursor] of Object.entries(malformed)) {
    it(`are refused as BAD_REQUEST when they contain ${what}`, () => {
      expect(() => decodeCursor(cursor, 'string'))
        .to.throw(AppError)
        .with.property('code', 'BAD_REQUEST')
    })
  }

  it('are refused when they contain a text, in a list sorted by date', () => {
    expect(() => decodeCursor(encodeCursor('2026-01-01', 'a'), 'date')).to.throw(AppError)
    expect(() => decodeCursor(encode([1e99, 'a']), 'date')).to.throw(AppError)
  })
})
