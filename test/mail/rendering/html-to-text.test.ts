import { expect } from 'chai'
import { convertHtml } from '../../../mail/rendering/html-to-text.js'

describe('convertHtml', () => {
  it('keeps the words, the paragraphs and where links lead', () => {
    const html =
      '<html><head><style>p{}</style></head><body><h1>Hello Ann</h1><p>Your order<br>is <b>here</b> &amp; paid.</p>' +
      '<a href="https://shop.example/o/1">See it</a><img src="x.png" alt="logo"></body></html>'
    expect(convertHtml(html)).to.equal('Hello Ann\n\nYour order\nis here & paid.\n\nSee it [https://shop.example/o/1]')
  })

  it('names a link once when its text is the address', () => {
    expect(convertHtml('<a href="https://a.example">https://a.example</a>')).to.equal('https://a.example')
  })

  it('reads tables row by row, each cell apart', () => {
    const html = '<table><tr><td>Tea</td><td>3 EUR</td></tr><tr><td><p>Total</p></td><td>3 EUR</td></tr></table>'
    expect(convertHtml(html)).to.match(/^Tea 3 EUR\s*\nTotal\s+3 EUR$/)
  })

  it('comes through documents nested deeper than any stack', () => {
    expect(convertHtml(`${'<div>'.repeat(20_000)}deep`)).to.be.a('string')
  })
})
