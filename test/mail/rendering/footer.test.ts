import { expect } from 'chai'
import { withFooter } from '../../../mail/rendering/footer.js'
import { convertHtml } from '../../../mail/rendering/html-to-text.js'

const LINKS = { unsubscribeUrl: 'https://m.example.com/u?a=1&b=2', manageUrl: 'https://m.example.com/m/token' }
const footed = (html: string, locale: unknown = 'en', projectName = 'The Shop') =>
  withFooter({ html, links: LINKS, footer: { locale, projectName } }).html

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

  const OUT = `<a href="${LINKS.unsubscribeUrl}">leave</a>`
  const SEEN = [
    OUT,
    `<p style="mso-hide:all">${OUT}</p>`,
    `<div style="display:none;display:block">${OUT}</div>`,
    `<div style="height:0;overflow:visible">${OUT}</div>`,
    `<div style="max-height:0.5em;overflow:hidden">${OUT}</div>`,
    `<p style="display:none">preheader<p>${OUT}`,
    `<div style="display:none">preheader</div >${OUT}`,
    `<a href=" ${LINKS.manageUrl} "><img src="x" alt=""></a>`,
    `<a href="${LINKS.manageUrl}?x=1#y"><b>leave</b></a>`,
    `<a href="&#104;ttps://m.example.com/m/token">leave</a>`,
    `<![if !mso]>${OUT}<![endif]>`,
    `<map><area href="${LINKS.manageUrl}"></map>`,
  ]
  for (const html of SEEN) {
    it(`is left out for a link that is seen: ${html.replaceAll(LINKS.unsubscribeUrl, '…')}`, () => {
      const result = withFooter({ html, links: LINKS, footer: { locale: 'en', projectName: 'x' } })
      expect(result).to.deep.equal({ html, offersUnsubscribe: true })
      expect(withFooter({ html, links: LINKS, footer: null })).to.deep.equal({ html, offersUnsubscribe: true })
    })
  }

  const UNSEEN = [
    `<!-- ${OUT} -->`,
    `<!--[if mso]>${OUT}<![endif]-->`,
    `<!-- > ${OUT} --!>`,
    `<head><a href="${LINKS.manageUrl}">leave</a></head>`,
    `<noscript>${OUT}</noscript>`,
    `<a href="${LINKS.manageUrl}x">leave</a>`,
    `<meta name="x" content="${LINKS.manageUrl}">`,
    `<title>${LINKS.manageUrl}</title>`,
    `<title>${OUT}</title>`,
    `<style>/* ${OUT} */</style>`,
    `<script>"${OUT}"</script>`,
    `<template>${OUT}</template>`,
    `<textarea>${OUT}</textarea>`,
    `<iframe>${OUT}</iframe>`,
    `<p title='${OUT}'>x</p>`,
    `<img src="${LINKS.manageUrl}">`,
    `<link rel="x" href="${LINKS.manageUrl}">`,
    `<a data-href="${LINKS.manageUrl}">leave</a>`,
    `<a href="${LINKS.manageUrl}"></a>`,
    `<a href="${LINKS.manageUrl}"> &nbsp;&#8203;\n</a>`,
    `<a href="${LINKS.manageUrl}"><img src="x" width="1" height="1"></a>`,
    `<a href="${LINKS.manageUrl}"><span hidden>leave</span></a>`,
    `<a href="https://other.example/?to=${LINKS.manageUrl}">leave</a>`,
    `<div hidden>${OUT}</div>`,
    `<div HIDDEN="until-found"><p>${OUT}</p></div>`,
    `<div style="DISPLAY : None">${OUT}</div>`,
    `<div style="color:red;display:none!important;display:block">${OUT}</div>`,
    `<div style="/* x */ visibility: hidden"><table><tr><td>${OUT}</td></tr></table></div>`,
    `<div style="max-height:0px; overflow : hidden">${OUT}</div>`,
    `<div style="height:0;overflow:hidden !important">${OUT}</div>`,
    `<a style="display:none" href="${LINKS.manageUrl}">leave</a>`,
  ]
  for (const html of UNSEEN) {
    it(`is added where the link is invisible: ${html.replaceAll(LINKS.unsubscribeUrl, '…').slice(0, 70)}`, () => {
      expect(footed(`<body>${html}<p>Hi</p></body>`)).to.match(/<p>Hi<\/p><div .*Unsubscribe.*<\/div><\/body>$/)
      expect(withFooter({ html, links: LINKS, footer: null })).to.deep.equal({ html, offersUnsubscribe: false })
    })
  }

  const ENDS: [document: string, behind: string][] = [
    ['<html><body><h1>News</h1>', '</html>'],
    ['<html><body><h1>News</h1>', '</body ></html>'],
    ['<html><body><h1>News</h1>', '</body\n>\n</html>'],
    ['<html><body><h1>News</h1>', ''],
    ['<h1>News</h1>', '</body>after'],
    ['<body><!-- </body> -->x', '</body>'],
    ['<body><p title="</body>">x</p>', '</body>'],
    ['<body>x<script>"</body>"</script>', '</body>'],
    ['<body>x', '</body><!-- </body> -->'],
    ['<body>x', '<div style="display:none">open'],
    ['<body>x', '<div hidden><div>open</body></html>'],
    ['<body>x', '<!-- open'],
    ['<body>x', '<a href="open'],
    ['<body>x', '<style>open'],
    ['<body>x', '<textarea>open</body>'],
    ['', ''],
  ]
  for (const [before, behind] of ENDS) {
    it(`stands inside the body: ${JSON.stringify(before)} … ${JSON.stringify(behind)}`, () => {
      const html = footed(before + behind)
      expect(html.startsWith(`${before}<div `), html).to.equal(true)
      expect(html.endsWith(`</div>${behind}`), html).to.equal(true)
      expect(convertHtml(html)).to.include('Unsubscribe')
    })
  }

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
