import { expect } from 'chai'
import { linksWithToken } from '../../../mail/links/recipient-links.js'
import { isTrackable, trackLinks } from '../../../mail/links/track-links.js'
import { withParameters } from '../../../models/domain/utm.js'
import { newId } from '../../../runtime/ids.js'
import { renderEmail } from '../compose/render-email.js'
import { MAX_TEMPLATE_LINKS, readTemplateLinks } from '../../../mail/links/template-links.js'

const LINKS: [address: string, rendered: string, isFound: boolean][] = [
  ['https://example.com/', 'https://example.com/', true],
  ['https://example.com/', 'https://example.com/else', false],
  ['https://example.com/{{ id }}', 'https://example.com/4711', true],
  ['https://example.com/{{id}}/{% if a %}b{% endif %}?x={{ x }}', 'https://example.com/1/b?x=2', true],
  ['https://example.com/{{id}}/a?x={{ x }}&end', 'https://example.com/1/b?x=2&end', false],
  ['https://{{ shop }}.example.com/a', 'https://b.example.com/a', true],
  ['https://example.com/a{{ id }}a', 'https://example.com/a', false],
  ['{{ data.url }}', 'https://example.com/anything', true],
  ['{{ unsubscribeUrl }}', 'https://example.com/anything', false],
]

describe('the links of a body', () => {
  for (const [address, rendered, isFound] of LINKS) {
    it(`say that ${rendered} is ${isFound ? '' : 'not '}made from ${address}`, () => {
      const links = readTemplateLinks([`<p><a href="${address.replaceAll('&', '&amp;')}">x</a></p>`])
      expect(links(rendered)).to.equal(isFound ? address : null)
    })
  }

  it('are found again in the message of a recipient', async () => {
    const addresses = [
      'https://example.com/spring?a=1&b=2',
      'https://example.com/o/{{ data.order }}?for={{ email | url_encode }}',
      'https://{{ data.shop }}/{% if data.order %}orders{% else %}shop{% endif %}',
    ]
    const anchors = addresses.map((address) => `<a href="${address.replaceAll('&', '&amp;')}">x</a>`)
    const body = `<p>${anchors.join(' ')} <a href="{{ unsubscribeUrl }}">Leave</a></p>`
    const links = linksWithToken('token', 'https://mail.example.com')
    const project = { _id: newId(), name: 'Acme', language: 'en' }
    const data = { order: 'a b&c"', shop: 'shop.example.org' }
    const variables = { data, email: 'ada+x@example.com', ...links }
    const { html } = await renderEmail({ subject: 'Hi', body }, variables, { type: 'MARKETING', project, links })
    const clicked: string[] = []
    const linkTo = (target: string) => String(clicked.push(target))
    const isTracked = (target: string) => isTrackable(target, Object.values(links))
    trackLinks(html, { linkTo, pixelUrl: 'https://mail.example.com/o', isTracked })
    expect(clicked).to.have.length(addresses.length)
    expect(clicked.map(readTemplateLinks([body]))).to.deep.equal(addresses)
  })

  it('prefer the address that says most, in the body and its translations', () => {
    const hrefs = ['{{ url }}', 'https://example.com/{{ id }}', 'https://example.com/a/{{ id }}']
    const links = readTemplateLinks(hrefs.map((href) => `<a href="${href}">x</a>`))
    expect(links('https://example.com/a/1')).to.equal(hrefs[2])
    expect(links('https://example.com/b')).to.equal(hrefs[1])
    expect(links('https://example.org/')).to.equal(hrefs[0])
  })

  it('are found by addresses that got UTM parameters', () => {
    const written = [
      'https://example.com/',
      'https://example.com/all?',
      'https://example.com/?a=1&utm_source=own#top',
      'https://example.com/{{ id }}/list',
      'https://example.com/{{ id }}#end',
    ]
    const body = written.map((href) => `<a href="${href.replaceAll('&', '&amp;')}">x</a>`).join('')
    const links = readTemplateLinks([body], { source: 'news', medium: '{{ plan }}', term: '{{ missing }}' })
    const parameters = [
      { name: 'utm_source', value: 'news' },
      { name: 'utm_medium', value: 'a%20b' },
    ]
    const rendered = written.map((href) => withParameters(href.replace('{{ id }}', '7'), parameters))
    expect(rendered[2]).to.equal('https://example.com/?a=1&utm_source=own&utm_medium=a%20b#top')
    expect(rendered.map(links)).to.deep.equal(written)
    expect(links('https://example.com/other?utm_source=news')).to.equal(null)
  })

  it('leave out what is not tracked', () => {
    const links = readTemplateLinks(['<a clicktracking="off" href="https://a.example/{{ id }}">x</a>'])
    expect(links('https://a.example/1')).to.equal(null)
  })

  it('are at most a thousand', () => {
    const all = Array.from({ length: MAX_TEMPLATE_LINKS + 1 }, (_, n) => `<a href="https://example.com/${n}">x</a>`)
    const links = readTemplateLinks([all.join('')])
    expect(links('https://example.com/999')).to.equal('https://example.com/999')
    expect(links('https://example.com/1000')).to.equal(null)
  })
})
