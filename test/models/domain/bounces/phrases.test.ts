import { expect } from 'chai'
import lists from '../../../../models/domain/bounces/reply-phrases.json' with { type: 'json' }
import { wordsOf } from '../../../../models/domain/bounces/reply-words.js'

describe('the phrases of mail servers', () => {
  for (const [name, phrases] of Object.entries(lists)) {
    it(`of the list ${name} are as a reply is read, each once`, () => {
      expect(phrases).not.to.have.length(0)
      expect([...new Set(phrases)]).to.deep.equal(phrases)
      // The names of block lists may stand in hosts, which have dashes.
      const words = phrases.map((phrase) =>
        name === 'blockLists' ? phrase.replace('-', ' ') : phrase.replace(/\*$/, ''),
      )
      const mangled = words.filter((phrase) => wordsOf(phrase).text !== ` ${phrase} `)
      expect(mangled).to.deep.equal([])
    })
  }
})
