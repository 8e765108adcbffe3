import { expect } from 'chai'
import { withFooter } from '../../../mail/rendering/footer.js'

const LINKS = { unsubscribeUrl: 'https://m.example.com/u?a=1&b=2', manageUrl: 'https://m.example.com/m/token' }
const footed = (html: string, locale: unknown = 'en', projectName = 'The Shop') =>
  withFooter(html, { ...LINKS, locale, projectName })

describe('withFooter', () => {
  it('puts both links and the sender into the end of the body', () => {
    const html = footed('<html><body><p>Hi</p></BODY></html>')
    expect(html).to.match(/^<html><body><p>Hi<\/p><div .*The Shop.*<\/div><\/BODY><\/html>$/)
    expect(html).to.include('href="https://m.example.com/u?a=1&amp;b=2"')
    expect(html).to.include('href="https://m.example.com/m/token"')
  })

  it('finds the end of the body behind letters that are longer in lower case', () => {
    expect(footed('<body>İİİ</body>')).to.match(/^<body>İİİ<div .*<\/div><\/body>$/)
  })

  it('comes after everything where there is no body tag', () => {
    expect(footed('<p>Hi</p>')).to.match(/^<p>Hi<\/p><div .*<\/div>$/)
  })

  it('is left out when the author has linked one of the two, escaped or not', () => {
    const urls = [LINKS.unsubscribeUrl, LINKS.unsubscribeUrl.replace('&', '&amp;'), LINKS.manageUrl]
    for (const url of urls) {
      const html = `<body><a href="${url}">leave</a></body>`
      expect(footed(html)).to.equal(html)
    }
  })

  const WORDS: [locale: unknown, word: string][] = [
    ['en', 'Unsubscribe'],
    ['de', 'Abmelden'],
    ['fr', 'Se désabonner'],
    ['es-MX', 'Darse de baja'],
    ['it', 'Annulla iscrizione'],
    ['nl', 'Afmelden'],
    ['pt-BR', 'Cancelar inscrição'],
    ['pl', 'Wypisz się'],
    ['sv_SE', 'Avsluta prenumerationen'],
    ['JA', '配信停止'],
    ['tlh', 'Unsubscribe'],
    ['constructor', 'Unsubscribe'],
    [undefined, 'Unsubscribe'],
  ]
  for (const [locale, word] of WORDS) {
    it(`says "${word}" to a reader of ${String(locale)}`, () => expect(footed('', locale)).to.include(`>${word}</a>`))
  }

  it('prints the project name as text, whatever it holds', () => {
    expect(footed('', 'en', '<b>$& Co</b>')).to.include('&lt;b&gt;$&amp; Co&lt;/b&gt;')
  })
})
