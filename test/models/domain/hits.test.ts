import { expect } from 'chai'
import * as fc from 'fast-check'
import { addHits, countHits, type NumberedHits } from '../../../models/domain/hits.js'
import { runs } from '../../support/runs.js'

const one = (source: string, number: number): NumberedHits => ({ source, ranges: [[number, number]] })

describe('numbered hits', () => {
  it('of one source become ranges that do not touch, whatever their order', () => {
    const { hits, added } = addHits(
      [{ source: 'a', ranges: [[5, 9]] }],
      [one('a', 2), one('a', 4), one('a', 3), one('a', 7)],
    )
    expect(hits).to.deep.equal([{ source: 'a', ranges: [[2, 9]] }])
    expect(added).to.equal(3)
  })

  it('of several sources are kept apart, in the order in which the sources came', () => {
    const { hits, added } = addHits([one('b', 0)], [one('a', 0), one('b', 2), one('a', 0)])
    expect(hits).to.deep.equal([
      {
        source: 'b',
        ranges: [
          [0, 0],
          [2, 2],
        ],
      },
      { source: 'a', ranges: [[0, 0]] },
    ])
    expect(added).to.equal(2)
  })

  it('count each number of each source once, in any parts and however often', () => {
    const hit = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(30))
    fc.assert(
      fc.property(fc.array(hit), fc.array(hit), (first, second) => {
        let known: NumberedHits[] = []
        let total = 0
        for (const [source, number] of [...first, ...second, ...first]) {
          const { hits, added } = addHits(known, [one(source, number)])
          known = hits
          total += added
        }
        const distinct = new Set([...first, ...second].map(([source, number]) => `${source}${number}`)).size
        expect([total, countHits(known)]).to.deep.equal([distinct, distinct])
      }),
      runs(100),
    )
  })

  it('given stay as they are', () => {
    const known = [one('a', 0)]
    addHits(known, [one('a', 1)])
    expect(known).to.deep.equal([one('a', 0)])
  })
})
