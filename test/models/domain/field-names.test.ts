import { expect } from 'chai'
import { matchesPattern } from '../../../models/domain/field-names.js'

describe('a pattern of custom fields', () => {
  const CASES: [pattern: string, matches: string[], others: string[]][] = [
    ['junk*', ['data.junk', 'data.junk1', 'data.junk.a'], ['data.Junk', 'data.ajunk', 'data.jun']],
    ['data.junk*', ['data.junk1'], ['data.data.junk1']],
    ['*junk', ['data.junk', 'data.ajunk'], ['data.junk1']],
    ['a*b*c', ['data.abc', 'data.a.b.c', 'data.abbcc'], ['data.acb', 'data.ab', 'data.bc']],
    ['ab*ba', ['data.abba', 'data.abxba'], ['data.aba']],
    ['plan', ['data.plan'], ['data.plans']],
    ['a**b', ['data.ab', 'data.axb'], ['data.a']],
    ['a.c', ['data.a.c'], ['data.abc']],
    ['*', ['data.', 'data.any'], []],
  ]
  for (const [pattern, matches, others] of CASES) {
    it(`"${pattern}" matches ${matches.join(', ')}, and not ${others.join(', ') || 'nothing'}`, () => {
      expect(matches.filter((name) => !matchesPattern(name, pattern))).to.deep.equal([])
      expect(others.filter((name) => matchesPattern(name, pattern))).to.deep.equal([])
    })
  }
})
