import { expect } from 'chai'
import { documentElements } from '../../../mail/inspection/document-elements.js'

const read = (html: string) => documentElements(html, null)

describe('documentElements', () => {
  it('finds links and images with their place and their start tag', () => {
    const html =
      '<p>\n <a href=" https://a.example/ ">a</a><area href="b"></p>\n<img src="c.png" alt="C"><img src=d.png>'
    expect(read(html)).to.deep.equal({
      links: [
        { href: 'https://a.example/', line: 2, column: 2, element: '<a href=" https://a.example/ ">' },
        { href: 'b', line: 2, column: 38, element: '<area href="b">' },
      ],
      images: [
        { src: 'c.png', alt: 'C', line: 3, column: 1, element: '<img src="c.png" alt="C">' },
        { src: 'd.png', alt: null, line: 3, column: 26, element: '<img src=d.png>' },
      ],
      uploads: [],
      preheader: null,
    })
  })

  it('finds a link without an address, which is no anchor', () => {
    const { links } = read('<a class="button">Buy</a><a id="top">Top</a><area alt="x">')
    expect(links).to.deep.equal([{ href: '', line: 1, column: 1, element: '<a class="button">' }])
  })

  it('passes over anchors, comments, pixels and hidden images', () => {
    const html =
      '<a name="x"></a><!-- <a href="">no</a> --><img src="p" width="1" height="1"><img src="h" style="display:none">' +
      '<div hidden><img src="i"></div>'
    expect(read(html)).to.deep.include({ links: [], images: [] })
  })

  const PREHEADERS: [html: string, preheader: string | null][] = [
    ['<body><div style="display:none">Only today &amp; here</div><p>Hi</p></body>', 'Only today & here'],
    ['<title>No</title><style>a{}</style><span style="display: none">Sale\u00A0&#8203;&zwnj; </span>Hi', 'Sale'],
    ['<p>Hi</p><div style="display:none">Late</div>', null],
    ['<img src="logo"><div style="display:none">Late</div>', null],
    ['<div hidden>One <b>two</b></div><div hidden>three</div>x', 'One twothree'],
    ['<p>Hi</p>', null],
    ['', null],
  ]
  for (const [html, preheader] of PREHEADERS) {
    it(`takes ${JSON.stringify(preheader)} for the preheader of ${html.slice(0, 60)}`, () => {
      expect(read(html).preheader).to.equal(preheader)
    })
  }

  it('lists a thousand links and images at most, with addresses and tags cut short', () => {
    const { links, images } = read(
      `<a href="https://${'x'.repeat(3_000)}">a</a><img src="${'y'.repeat(3_000)}">`.repeat(1_100),
    )
    expect([links.length, images.length]).to.deep.equal([1_000, 1_000])
    expect(links[0]?.href).to.have.length(2_048)
    expect(links[0]?.element).to.have.length(200)
    expect(images[0]?.src).to.have.length(2_048)
  })
})
