import { expect } from 'chai'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import { FOOTER_TEXTS } from '../../../mail/rendering/footer-texts.js'
import { placesByName } from '../../support/places-by-name.js'

describe("the languages of recipients' pages", () => {
  it('are those of the footer that links to them', () => {
    expect(Object.keys(PAGE_TEXTS)).to.have.members(Object.keys(FOOTER_TEXTS))
    expect(Object.keys(PAGE_TEXTS)).to.have.members(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'ja'])
  })

  for (const [language, texts] of Object.entries(PAGE_TEXTS)) {
    it(`have every text in ${language}, with the placeholders of the English one`, () => {
      expect(placesByName(texts)).to.deep.equal(placesByName(PAGE_TEXTS.en))
    })

    if (language === 'en') continue

    it(`have a translation of every text in ${language}`, () => {
      const english = new Map(Object.entries(PAGE_TEXTS.en))
      const borrowed = Object.entries(texts).filter(([name, text]) => english.get(name) === text)
      expect(borrowed.map(([name]) => name)).to.deep.equal([])
    })
  }
})

describe('chooseLanguage', () => {
  const cases: [string, Parameters<typeof chooseLanguage>[0], string][] = [
    ['the contact wins', { locale: 'de', projectLanguage: 'fr', acceptLanguage: 'es' }, 'de'],
    ['regions and letter case do not matter', { locale: 'PT_br' }, 'pt'],
    ['then the project', { locale: 'fi', projectLanguage: 'sv-SE', acceptLanguage: 'es' }, 'sv'],
    ['then the browser', { projectLanguage: 'fi', acceptLanguage: 'fi, pl;q=0.5, ja;q=0.9' }, 'ja'],
    ['what a browser refuses is not taken', { acceptLanguage: 'de;q=0, nl;q=0.1' }, 'nl'],
    ['then English', { locale: 'tlh', projectLanguage: '', acceptLanguage: '*' }, 'en'],
    ['nothing at all', {}, 'en'],
    ['a locale that is no text', { locale: { toString: 1 } }, 'en'],
    ['a locale that names a property of objects', { locale: 'constructor', projectLanguage: '__proto__' }, 'en'],
    ['a longer code that begins like one', { locale: 'deu', acceptLanguage: 'enm, itx' }, 'en'],
    ['a locale that is markup', { locale: '"><script>' }, 'en'],
    ['a long locale', { locale: 'de' + '-x'.repeat(100_000) }, 'de'],
    ['a long header', { acceptLanguage: 'xx,'.repeat(5_000) + 'de' }, 'en'],
    ['a header that is nonsense', { acceptLanguage: ';;;q=,,;q=1;q=abc,=' }, 'en'],
  ]
  for (const [what, hints, language] of cases) {
    it(`${what}: ${language}`, () => expect(chooseLanguage(hints)).to.equal(language))
  }
})
