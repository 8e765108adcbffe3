import { expect } from 'chai'
import * as fc from 'fast-check'
import { isTrackable, trackLinks, withoutMarks } from '../../../mail/links/track-links.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { runs } from '../../support/runs.js'

const T = 'https://t.example/c/X'
const PIXEL = '<img src="https://t.example/o/P.gif" width="1" height="1" alt="" style="border:0;height:1px;width:1px">'
const LEAVE = 'https://mail.example/unsubscribe/token'
const isTracked = (target: string): boolean => isTrackable(target, [LEAVE])

/** Tracks a document; every target goes to one address, so that the rows below can be read. */
function track(html: string): { html: string; targets: string[] } {
  const targets: string[] = []
  const linkTo = (target: string): string => (targets.push(target), T)
  const tracked = trackLinks(html, { linkTo, pixelUrl: 'https://t.example/o/P.gif', isTracked })
  return { html: tracked.replace(PIXEL, '|'), targets }
}

/**
 * What it is, the document with brackets around what is replaced and a bar where the pixel goes, and the targets where
 * they read otherwise.
 */
const REWRITTEN: [what: string, marked: string, target?: string][] = [
  ['a link in double quotes', '<a href="⟦https://a.example/⟧">x</a>|'],
  ['a link in single quotes', "<a href='⟦https://a.example/⟧'>x</a>|"],
  ['a link without quotes', '<a href=⟦https://a.example/⟧>x</a>|'],
  ['a link without quotes before another attribute', '<a href=⟦https://a.example/b⟧ class=c>x</a>|'],
  ['http', '<a href="⟦http://a.example⟧">x</a>|'],
  ['a scheme in capitals', '<a href="⟦HTTPS://A.example/⟧">x</a>|'],
  ['tag and attribute in capitals', '<A HREF="⟦https://a.example/⟧">x</A>|'],
  ['mixed case', '<a HrEf="⟦https://a.example/⟧">x</a>|'],
  ['an area of an image map', '<map><area shape=rect href="⟦https://a.example/⟧" coords=0></map>|'],
  ['blanks around the equals sign', '<a href = "⟦https://a.example/⟧">x</a>|'],
  ['line breaks around the equals sign', '<a href\n=\r\n\t"⟦https://a.example/⟧">x</a>|'],
  ['line breaks between attributes', '<a\n  class="b"\n  href="⟦https://a.example/⟧"\n>x</a>|'],
  ['blanks around the address', '<a href="⟦ https://a.example/\n⟧">x</a>|', 'https://a.example/'],
  ['a line break inside the address', '<a href="⟦https://a.example/\nb⟧">x</a>|', 'https://a.example/\nb'],
  ['a blank inside the address', '<a href="⟦https://a.example/a b⟧">x</a>|'],
  ['ampersands escaped', '<a href="⟦https://a.example/?a=1&amp;b=2⟧">x</a>|', 'https://a.example/?a=1&b=2'],
  ['ampersands bare', '<a href="⟦https://a.example/?a=1&b=2⟧">x</a>|', 'https://a.example/?a=1&b=2'],
  ['an ampersand before a word that is an entity', '<a href="⟦https://a.example/?a=1&copy=2⟧">x</a>|'],
  ['an entity by number', '<a href="⟦https&#58;//a.example/&#x2F;⟧">x</a>|', 'https://a.example//'],
  ['an entity for the first letter', '<a href="⟦&#104;ttps://a.example⟧">x</a>|', 'https://a.example'],
  ['quotes as entities', '<a href="⟦https://a.example/?q=&quot;b&quot;⟧">x</a>|', 'https://a.example/?q="b"'],
  ['the other quotes inside', `<a href="⟦https://a.example/?q='b'⟧">x</a>|`],
  ['letters beyond ASCII', '<a href="⟦https://bücher.example/ä?ü=😀⟧">x</a>|'],
  ['letters beyond ASCII before it', '<p>İstanbul ẞ 😀</p><a href="⟦https://a.example/⟧">x</a>|'],
  ['a fragment after the address', '<a href="⟦https://a.example/#b⟧">x</a>|'],
  ['a port, a user and a query without value', '<a href="⟦https://u:p@a.example:8443/b?c⟧">x</a>|'],
  ['the first of two href', '<a href="⟦https://a.example/⟧" href="https://b.example/">x</a>|'],
  ['a greater-than sign in an attribute before it', '<a title="a > b" href="⟦https://a.example/⟧">x</a>|'],
  ['attributes without a blank between them', '<a class="b"href="⟦https://a.example/⟧">x</a>|'],
  ['a slash before the attribute', '<a/href="⟦https://a.example/⟧">x</a>|'],
  ['a tag that closes itself', '<area href="⟦https://a.example/⟧"/>|'],
  ['a tag that is never closed', '<a href="⟦https://a.example/⟧">x|'],
  ['a link around an image', '<a href="⟦https://a.example/⟧"><img src="https://a.example/i.png"></a>|'],
  ['two links', '<a href="⟦https://a.example/1⟧">1</a><a href="⟦https://a.example/2⟧">2</a>|'],
  [
    'a link that only other programs than Outlook see',
    '<!--[if !mso]><!--><a href="⟦https://a.example/⟧">x</a><!--<![endif]-->|',
  ],
  ['a link after what is marked for other programs', '<![if !mso]><a href="⟦https://a.example/⟧">x</a><![endif]>|'],
  ['a link after a comment with dashes', '<!-- a -- b > --><a href="⟦https://a.example/⟧">x</a>|'],
  ['a link after an empty comment', '<!--><a href="⟦https://a.example/⟧">x</a>|'],
  ['a link after a style', '<style>a[href="https://b.example"]{}</style><a href="⟦https://a.example/⟧">x</a>|'],
  ['a link beside a base', '<base href="https://b.example/"><a href="⟦https://a.example/⟧">x</a>|'],
  ['a link that names the way out in its query', `<a href="⟦https://a.example/?to=${LEAVE}⟧">x</a>|`],
  ['a link before the end of the body', '<body><a href="⟦https://a.example/⟧">x</a>|</body></html>'],
]

const LEFT: [what: string, html: string][] = [
  ['no link at all', '<p>Hello</p>|'],
  ['nothing', '|'],
  ['mailto', '<a href="mailto:a@b.example">x</a>|'],
  ['tel', '<a href="tel:+431234">x</a>|'],
  ['sms', '<a href="sms:+431234">x</a>|'],
  ['javascript', '<a href="javascript:alert(1)">x</a>|'],
  ['data', '<a href="data:text/html,x">x</a>|'],
  ['an anchor', '<a href="#top">x</a>|'],
  ['a name', '<a name="https://a.example/">x</a>|'],
  ['a relative address', '<a href="/b">x</a>|'],
  ['an address without a scheme', '<a href="//a.example/">x</a>|'],
  ['a scheme without slashes', '<a href="https:a.example">x</a>|'],
  ['backslashes for slashes', '<a href="https:\\\\a.example">x</a>|'],
  ['no host', '<a href="https:///b">x</a>|'],
  ['an address that cannot be read', '<a href="https://a b.example/">x</a>|'],
  ['a host that is no number', '<a href="https://a.example:port/">x</a>|'],
  ['an empty href', '<a href="">x</a>|'],
  ['an empty href without quotes', '<a href=>x</a>|'],
  ['an href without a value', '<a href>x</a>|'],
  ['an empty first href', '<a href="" href="https://a.example/">x</a>|'],
  ['the way out', `<a href="${LEAVE}">x</a>|`],
  ['the way out with more behind it', `<a href="${LEAVE}?utm_source=a#b">x</a>|`],
  ['Liquid that was not rendered', '<a href="https://a.example/{{ id }}">x</a>|'],
  ['a Liquid tag that was not rendered', '<a href="https://a.example/{% if %}">x</a>|'],
  ['an address too long for a token', `<a href="https://a.example/${'b'.repeat(4_096)}">x</a>|`],
  ['a link in a comment', '<!-- <a href="https://a.example/">x</a> -->|'],
  [
    'a button for Outlook',
    '<!--[if mso]><v:roundrect href="https://a.example/"><a href="https://a.example/">x</a><![endif]-->|',
  ],
  ['a comment that never ends', '<p>x</p><!-- <a href="https://a.example/">x</a>|'],
  ['VML outside of comments', '<v:rect href="https://a.example/"></v:rect>|'],
  ['the address of a style sheet', '<link rel="stylesheet" href="https://a.example/c.css">|'],
  ['a base', '<base href="https://a.example/">|'],
  ['an image', '<img src="https://a.example/i.png">|'],
  ['the action of a form', '<form action="https://a.example/"></form>|'],
  ['another tag with href', '<abbr href="https://a.example/">x</abbr>|'],
  ['an attribute that ends in href', '<a data-href="https://a.example/" xlink:href="https://a.example/">x</a>|'],
  ['an attribute that begins with an equals sign', '<a =href="https://a.example/">x</a>|'],
  ['a link in the value of an attribute', `<p title='<a href="https://a.example/">'>x</p>|`],
  ['a link in a script', '<script>"<a href=\'https://a.example/\'>"</script>|'],
  ['a link in a text field', '<textarea><a href="https://a.example/"></textarea>|'],
  ['a link in a title', '<title><a href="https://a.example/"></title>|'],
  ['a closing tag with an href', '</a href="https://a.example/">|'],
  ['a tag that the document breaks off in', '<a href="https://a.example/"|'],
  ['a link as text', '&lt;a href="https://a.example/"&gt; https://a.example/|'],
  ['a less-than sign before a blank', '1 < a href="https://a.example/" >|'],
  ['the end of a body in a comment', '<p>x</p><!-- </body> -->|'],
  ['two ends of the body', '<body>a</body><body>b|</body>'],
  ['the end of the body in capitals', '<BODY>a|</BODY >'],
  ['an end of the body after letters that grow in lower case', '<body>İİİ|</body>'],
]

const A = 'href="https://a.example/"'
/** A document with marks, the document as it leaves untracked, and whether its link is tracked otherwise. */
const MARKED: [what: string, html: string, leaves: string, isTracked?: boolean][] = [
  ['before the address', `<a clicktracking="off" ${A}>x</a>`, `<a ${A}>x</a>`],
  ['behind the address', `<a ${A} clicktracking="off">x</a>`, `<a ${A}>x</a>`],
  ['in single quotes', `<a clicktracking='off' ${A}>x</a>`, `<a ${A}>x</a>`],
  ['without quotes', `<a clicktracking=off ${A}>x</a>`, `<a ${A}>x</a>`],
  ['in capitals', `<A CLICKTRACKING=OFF ${A}>x</A>`, `<A ${A}>x</A>`],
  ['in mixed case', `<a ClickTracking="Off" ${A}>x</a>`, `<a ${A}>x</a>`],
  ['with white space', `<a\n\tclicktracking\n=\r\n" off "\n${A}>x</a>`, `<a\n${A}>x</a>`],
  ['with entities', `<a clicktracking="&#111;ff" ${A}>x</a>`, `<a ${A}>x</a>`],
  ['without a blank behind it', `<a clicktracking="off"${A}>x</a>`, `<a ${A}>x</a>`],
  ['without a blank before it', `<a ${A}clicktracking="off">x</a>`, `<a ${A}>x</a>`],
  ['behind a slash', `<a/clicktracking="off"/${A}>x</a>`, `<a//${A}>x</a>`],
  ['of an area', `<area href=https://a.example/ clicktracking="off"/>`, '<area href=https://a.example/ />'],
  ['of an area without quotes', `<area ${A} clicktracking=off/>`, `<area ${A} />`],
  ['twice', `<a clicktracking="off" ${A} clicktracking="off">x</a>`, `<a ${A}>x</a>`],
  ['of an anchor', '<a clicktracking="off" name="b">x</a>', '<a name="b">x</a>'],
  ['that says on', `<a clicktracking="on" ${A}>x</a>`, `<a clicktracking="on" ${A}>x</a>`, true],
  ['without a value', `<a clicktracking ${A}>x</a>`, `<a clicktracking ${A}>x</a>`, true],
  [
    'behind one that says on',
    `<a clicktracking=on clicktracking=off ${A}>x</a>`,
    `<a clicktracking=on ${A}>x</a>`,
    true,
  ],
  ['of another element', `<p clicktracking="off"><a ${A}>x</a></p>`, `<p clicktracking="off"><a ${A}>x</a></p>`, true],
  ['under another name', `<a data-clicktracking="off" ${A}>x</a>`, `<a data-clicktracking="off" ${A}>x</a>`, true],
  [
    'in its address',
    '<a href="https://a.example/?clicktracking=off">x</a>',
    '<a href="https://a.example/?clicktracking=off">x</a>',
    true,
  ],
  ['as text', `<a ${A}>clicktracking="off"</a>`, `<a ${A}>clicktracking="off"</a>`, true],
  ['in a comment', `<!-- <a clicktracking="off" ${A}> -->`, `<!-- <a clicktracking="off" ${A}> -->`],
  ['in a tag that never ends', `<p>x</p><a clicktracking="off" ${A}`, `<p>x</p><a clicktracking="off" ${A}`],
]

describe('a mark that a link is not tracked', () => {
  for (const [what, html, leaves, isTracked = false] of MARKED) {
    it(`${isTracked ? 'is none' : 'keeps its link and leaves the mail'}: ${what}`, () => {
      expect(withoutMarks(html)).to.equal(leaves)
      const tracked = isTracked ? leaves.replace(/https:[^"]*/, T) : leaves
      expect(track(html).html).to.equal(`${tracked}|`)
    })
  }
})

describe('trackLinks', () => {
  for (const [what, marked, target] of REWRITTEN) {
    it(`rewrites ${what}, and nothing else`, () => {
      const found = [...marked.matchAll(/⟦([^⟧]*)⟧/g)].map((match) => match[1] ?? '')

      const { html, targets } = track(marked.replaceAll(/[⟦⟧|]/g, ''))

      expect(html).to.equal(marked.replaceAll(/⟦[^⟧]*⟧/g, T))
      expect(targets).to.deep.equal(target === undefined ? found : [target])
    })
  }

  for (const [what, expected] of LEFT) {
    it(`leaves ${what} as it is`, () => {
      const { html, targets } = track(expected.replace('|', ''))

      expect(html).to.equal(expected)
      expect(targets).to.deep.equal([])
    })
  }
})

describe('a tracked document', () => {
  const tokens = createTrackingTokens(ENCRYPTION_KEYS)
  const message = { projectId: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1d', emailId: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1a' }
  const tracking = {
    linkTo: (target: string) => `https://t.example/c/${tokens.forClick(message, target)}`,
    pixelUrl: `https://t.example/o/${tokens.forOpen(message)}.gif`,
    isTracked,
  }
  const word = fc.stringMatching(/^[\w./?=&;#%~+äß😀-]{0,20}$/u)
  const address = fc
    .record({ scheme: fc.constantFrom('http', 'https', 'HTTPS'), rest: word })
    .map(({ scheme, rest }) => `${scheme}://a.example/${rest}`)
  const spelled = fc.constantFrom<(text: string) => string>(
    (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    (text) => Array.from(text, (character) => `&#${character.codePointAt(0)};`).join(''),
    (text) => Array.from(text, (character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(''),
  )
  const quote = fc.constantFrom('"', "'", '')
  const link = fc
    .record({ tag: fc.constantFrom('a', 'A', 'area'), name: fc.constantFrom('href', 'HREF'), address, spelled, quote })
    .map(({ tag, name, address: target, spelled: spell, quote: q }) => ({
      parts: [`<${tag} ${name}=${q}`, spell(target), `${q} class="b">`],
      target,
    }))
  const other = fc
    .constantFrom(
      '<p>',
      'İ text ',
      '<!-- <a href="https://b.example"> -->',
      '<a href="#b">',
      '<br/>',
      `<a href="${LEAVE}">`,
      '&amp;',
      '</a>',
      ' < ',
      '\r\n',
    )
    .map((text) => ({ parts: [text], target: null }))

  it('leads to the exact address of the sender, and changes no byte elsewhere', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(link, other), { maxLength: 12 }), fc.boolean(), (pieces, hasEnd) => {
        const end = hasEnd ? '</body></html>' : ''
        const tracked = trackLinks(pieces.flatMap(({ parts }) => parts).join('') + end, tracking)

        const targets: string[] = []
        const back = tracked.replaceAll(/https:\/\/t\.example\/c\/([\w-]+)/g, (_, token: string) => {
          const read = tokens.readClick(token)
          expect(read).to.include(message)
          targets.push(read?.target ?? '')
          return '@'
        })
        const links = pieces.filter(({ target }) => target !== null)
        expect(targets).to.deep.equal(links.map(({ target }) => target))
        const expected = pieces.map(({ parts, target }) => (target === null ? parts[0] : `${parts[0]}@${parts[2]}`))
        const pixel = PIXEL.replace('https://t.example/o/P.gif', tracking.pixelUrl)
        expect(back).to.equal(expected.join('') + pixel + end)
      }),
      runs(500),
    )
  })

  it('changes nothing but addresses in any given text', () => {
    const signs = '< > a = " \' / !-- --> & ; # https://a.example </body> ä'.split(' ')
    const text = fc.array(fc.constantFrom(' href', '\0', ...signs))
    fc.assert(
      fc.property(text, (parts) => {
        const source = parts.join('')
        const pieces = trackLinks(source, { ...tracking, linkTo: () => '@' })
          .replace(trackLinks('', tracking), '')
          .split('@')
        let at = 0
        for (const piece of pieces) {
          expect(source.indexOf(piece, at), piece).to.be.at.least(at)
          at = source.indexOf(piece, at) + piece.length
        }
        expect(source.startsWith(pieces[0] ?? '')).to.equal(true)
        expect(source.endsWith(pieces.at(-1) ?? '')).to.equal(true)
      }),
      runs(500),
    )
  })
})
