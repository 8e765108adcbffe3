import { expect } from 'chai'
import { fill, html } from '../../../gateway/pages/html.js'
import { maskAddress } from '../../../gateway/pages/mask-address.js'

describe('html', () => {
  it('escapes every text, and no HTML', () => {
    const hostile = `"><script>alert('1')</script>&amp;`
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;'
    expect(html`<p title="${hostile}">${hostile}${html`<b>${hostile}</b>`}</p>`.source).to.equal(
      `<p title="${escaped}">${escaped}<b>${escaped}</b></p>`,
    )
  })

  it('joins the parts of a list', () => {
    expect(html`${['<', html`<i>x</i>`, []]}`.source).to.equal('&lt;<i>x</i>')
  })
})

describe('fill', () => {
  it('fills placeholders with escaped text or HTML, once, and keeps unknown ones', () => {
    const filled = fill('{a} & {b} {c} {a}', { a: '{b}$&<', b: html`<b>1</b>` })
    expect(filled.source).to.equal('{b}$&amp;&lt; &amp; <b>1</b> {c} {b}$&amp;&lt;')
  })
})

describe('maskAddress', () => {
  for (const [address, masked] of [
    ['ada@example.com', 'a•••@example.com'],
    ['a@example.com', 'a•••@example.com'],
    ['"a@b"@example.com', '"•••@example.com'],
    ['😀x@example.com', '😀•••@example.com'],
    ['nonsense', '•••'],
    ['@example.com', '•••'],
    ['', '•••'],
  ] as const) {
    it(`shows "${address}" as ${masked}`, () => expect(maskAddress(address)).to.equal(masked))
  }
})
