import { expect } from 'chai'
import { chooseTranslation } from '../../../mail/rendering/choose-translation.js'

const content = (subject: string) => ({ subject, body: `<p>${subject}</p>` })
const template = {
  ...content('template'),
  translations: { pt: content('pt'), 'pt-BR': content('pt-BR'), de: content('de'), 'zh-Hant': content('zh-Hant') },
}

describe('chooseTranslation', () => {
  const CASES: [locale: unknown, language: string | null, chosen: string][] = [
    ['pt-BR', 'en', 'pt-BR'],
    ['pt-br', 'en', 'pt-BR'],
    ['pt_BR', 'en', 'pt-BR'],
    ['pt-PT', 'en', 'pt'],
    ['pt', 'en', 'pt'],
    ['zh-Hant-TW', 'en', 'zh-Hant'],
    ['fr', 'de', 'de'],
    ['fr', 'de-AT', 'de'],
    ['fr', 'en', 'template'],
    ['fr', null, 'template'],
    [undefined, 'de', 'de'],
    ['', 'de', 'de'],
    [42, 'de', 'de'],
    ['constructor', null, 'template'],
  ]
  for (const [locale, language, chosen] of CASES) {
    it(`sends ${chosen} to ${JSON.stringify(locale)} in a project in ${language ?? 'no language'}`, () => {
      expect(chooseTranslation(template, locale, language)).to.deep.equal(content(chosen))
    })
  }

  it('finds the language of a locale that goes on without end, in no time', () => {
    const endless = `de${'-x'.repeat(100_000)}`
    expect(chooseTranslation(template, endless, null)).to.deep.equal(content('de'))
  })

  it('sends the template itself where nothing is translated', () => {
    expect(chooseTranslation({ ...content('only'), translations: null }, 'de', 'de')).to.deep.equal(content('only'))
  })
})
