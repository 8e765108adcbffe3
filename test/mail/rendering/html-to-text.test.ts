import { expect } from 'chai'
import { convertHtml } from '../../../mail/rendering/html-to-text.js'

describe('convertHtml', () => {
  it('keeps the words, the paragraphs and where links lead', () => {
    const html =
      '<html><head><style>p{}</style></head><body><h1>Hello Ann</h1><p>Your order<br>is <b>here</b> &amp; paid.</p>' +
      '<a href="https://shop.example/o/1">See it</a><img src="x.png" alt="logo"></body></html>'
    expect(convertHtml(html)).to.equal(
      'Hello Ann\n\nYour order\nis here & paid.\n\nSee it <https://shop.example/o/1> logo',
    )
  })

  it('names a link once when its text is the address', () => {
    expect(convertHtml('<a href="https://a.example">https://a.example</a>')).to.equal('https://a.example')
  })

  const TEXTS = {
    '<a href="https://e.example/a"><img src="b.png" alt="Register now"></a>': 'Register now <https://e.example/a>',
    '<a href="https://e.example/a"><img src="b.png"></a>': '<https://e.example/a>',
    'Top<a href="https://e.example/a"><img src="b.png"></a>': 'Top <https://e.example/a>',
    '<a href="mailto:a@b.example">A@b.example</a>': 'A@b.example',
    '<a href="https://e.example/A">https://e.example/a</a>': 'https://e.example/a <https://e.example/A>',
    '<head><p>no</p></head><p>Hi</p>': 'Hi',
    '<a href="https://e.example/a"></a>': '',
    '<img src="x.png" alt="Only a picture">': 'Only a picture',
    '<img src="x.png">': '',
    '<img src="x.png" alt=" ">': '',
    '<img alt="One"><img alt="Two"> three': 'One Two three',
    '<title>News</title><p>Hi</p>': 'Hi',
    '<html><head><title>News</title><meta charset="utf-8"><p>Hi</p>': 'Hi',
    '<p>Hi</p></body><p>after</p></html>': 'Hi\n\nafter',
    '<!-- <p>no</p> --><p>Hi</p>': 'Hi',
    '<div style="display:none">preheader</div><p>Hi</p>': 'Hi',
    '<div style="max-height:0;overflow:hidden;mso-hide:all">preheader</div>Hi': 'Hi',
    '<div style="mso-hide:all">seen</div>': 'seen',
    '<p hidden>no<p>Hi': 'Hi',
    '<p>Hi <img src="x.png" alt="no" style="display:none"></p>': 'Hi',
    '<p>Hi <img src="x.png" alt="no" style="Visibility: Hidden"/></p>': 'Hi',
    '<p>Hi <IMG hidden alt="no">you</p>': 'Hi you',
    '<img width="1" height="1" alt="no">Hi <img alt="no" style="width:1px;height:1px"><img alt="no" width=0>you':
      'Hi you',
    '<a href="https://e.example/a"><img alt="no" hidden></a>Hi': 'Hi',
    '<a href="https://e.example/a"><img alt="no" height="1"><img alt="Go"></a>': 'Go <https://e.example/a>',
    'Hi<hr style="display:none"><br hidden><input type="image" alt="no" hidden>you': 'Hiyou',
    '<div style="mso-hide:all">Hi <img alt="you" style="mso-hide:all" width="100" height="10"></div>': 'Hi you',
    '<p>Hi <img alt="you" style="width:100%;line-height:0;height:auto"></p>': 'Hi you',
    '<a hidden href="https://e.example">no</a>Hi': 'Hi',
    '<template>no</template><textarea>no</textarea>Hi': 'Hi',
    '<a href="mailto:a@b.example?subject=Hi">Write</a>': 'Write <a@b.example>',
    '<a href="MAILTO:a%2Bc@b.example">Write</a>': 'Write <a+c@b.example>',
    '<a href="mailto:a@b.example?subject=Hi">a@b.example</a>': 'a@b.example',
    '<a href="mailto:?subject=Hi">Tell a friend</a>': 'Tell a friend',
    '<a href="tel:+49%2030%20123">Call</a>': 'Call <+49 30 123>',
    '<a href="tel:+4930123">+49 30 123</a>': '+49 30 123',
    '<a href="https://e.example/?ref=[A1]&n=Ann Lee">Go</a>': 'Go <https://e.example/?ref=%5BA1%5D&n=Ann%20Lee>',
    '<a href="https://e.example/a%20b?q=%3E&z=%zz">Go</a>': 'Go <https://e.example/a%20b?q=%3E&z=%zz>',
    '<a href="https://e.example/<x>">Go</a>': 'Go <https://e.example/%3Cx%3E>',
    '<a href="https://müller.example/ü">Go</a>': 'Go <https://xn--mller-kva.example/%C3%BC>',
    '<a href="https://e.example/ü">https://e.example/ü</a>': 'https://e.example/ü',
    '<a href="https://e.example/\ud800">Go</a>': 'Go <https://e.example/%EF%BF%BD>',
    '<a href="#top">Up</a> <a href="javascript:x()">Run</a> <a>None</a>': 'Up Run None',
  }
  for (const [html, text] of Object.entries(TEXTS)) {
    it(`reads ${html} as ${JSON.stringify(text)}`, () => expect(convertHtml(html)).to.equal(text))
  }

  it('reads tables row by row, each cell apart', () => {
    const html = '<table><tr><td>Tea</td><td>3 EUR</td></tr><tr><td><p>Total</p></td><td>3 EUR</td></tr></table>'
    expect(convertHtml(html)).to.match(/^Tea 3 EUR\s*\nTotal\s+3 EUR$/)
  })

  it('comes through documents nested deeper than any stack', () => {
    expect(convertHtml(`${'<div>'.repeat(20_000)}deep`)).to.be.a('string')
  })
})
