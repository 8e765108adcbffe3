import { expect } from 'chai'
import { STARTER_TEXTS } from '../../../models/domain/starter-texts/starter-texts.js'
import { placesByName, textsByName } from '../../support/places-by-name.js'

describe('the texts of starters', () => {
  const { en, ...others } = STARTER_TEXTS
  const english = textsByName(en)

  for (const [language, texts] of Object.entries(others)) {
    it(`are complete in ${language}, with the placeholders of the English ones`, () => {
      expect(placesByName(texts)).to.deep.equal(placesByName(en))
    })

    it(`are translated into ${language}, but for words that both languages have`, () => {
      const borrowed = Object.entries(textsByName(texts)).filter(([name, text]) => english[name] === text)
      expect(borrowed.filter(([, text]) => text.includes(' '))).to.deep.equal([])
    })
  }
})
