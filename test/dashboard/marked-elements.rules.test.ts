import { html } from '@codemirror/lang-html'
import { liquid } from '@codemirror/lang-liquid'
import { expect } from 'chai'
import { placeIn } from '../../dashboard/frame/marked-element.js'
import { readOrder } from '../../dashboard/frame/read-order.js'
import { fragmentOf } from '../../dashboard/frame/targets.js'
import { elementAt } from '../../dashboard/shared/code-editor/element-at.js'

const { parser } = liquid({ base: html() }).language

/** The element at the `|` of a source. */
function at(source: string) {
  const place = source.indexOf('|')
  const text = source.slice(0, place) + source.slice(place + 1)
  return elementAt(parser.parse(text), (from, to) => text.slice(from, to), place)
}

describe('the element at the cursor', () => {
  it('is the innermost one with an id, from its tag to its end', () => {
    for (const source of [
      '<p |id="a">x</p>',
      '<p id=a>x|</p>',
      "<P ID='a'>x|</P>",
      '{% if b %}<p id="a">{{ |c }}</p>{% endif %}',
    ])
      expect(at(source), source).to.deep.equal({ kind: 'id', id: 'a' })
    expect(at('<div id="a"><p>x|</p></div>')).to.equal(null)
    expect(at('<p id="a{{ n }}">x|</p>')).to.equal(null)
    for (const source of ['|', 'a|b', '{{ a| }}', '<p>|</p>', '<p id="a">x</p>|'])
      expect(at(source), source).to.equal(null)
  })

  it('is an image, or a link from anywhere within it, among all images or links of the source', () => {
    const source =
      '{% for p in c %}<a href="{{ p.url }}"><b>A</b></a>{% endfor %}<a name="x"></a>\n<!-- <a href="no"> -->'
    const links = `${source}<a href='/b?c=1&amp;d={{ e }}'><i>{{ f }}B|</i></a><img alt="">`
    const values = ['{{ p.url }}', '/b?c=1&amp;d={{ e }}']
    expect(at(links)).to.deep.equal({ kind: 'link', values, index: 1 })
    expect(at(links.replace('|', '').replace('{{ p', '{{ |p'))).to.deep.equal({ kind: 'link', values, index: 0 })
    const image = at(`${links.replace('|', '')}<a href="#"><im|g src="x.png" alt="X"></a>`)
    expect(image).to.deep.equal({ kind: 'image', values: ['', 'x.png'], index: 1 })
    expect(at('<a>x|</a>')).to.equal(null)
  })
})

describe('an image or a link of the source', () => {
  const values = ['https://a.example/{{ id }}', 'https://b.example/?c=1&amp;d=2', 'https://b.example/?c=1&amp;d=2']
  const rendered = ['https://a.example/7', 'https://b.example/?c=1&d=2', 'https://b.example/?c=1&d=2']

  it('is found at its position in the message, before what the server adds', () => {
    expect([0, 1, 2].map((n) => placeIn([...rendered, 'https://post.example/leave'], values, n))).to.deep.equal([
      0, 1, 2,
    ])
  })

  it('is found by its address when a loop has repeated it, and never guessed', () => {
    const more = ['https://a.example/6', ...rendered]
    expect([0, 1, 2].map((n) => placeIn(more, values, n))).to.deep.equal([null, 2, 3])
    expect(placeIn(rendered.slice(0, 2), values, 2)).to.equal(1)
    expect(placeIn([], values, 1)).to.equal(null)
    expect(placeIn(['https://a.example/'], ['{{ a }}/x{% if b %}y{% endif %}'], 0)).to.equal(null)
  })

  it('leads to the fragment of its rendered element', () => {
    const targets = {
      image: [],
      link: rendered.map((address, n) => ({ address, fragment: `l${n}` })),
      ids: new Map([['a', 'a']]),
    }
    expect(fragmentOf({ kind: 'link', values, index: 2 }, targets)).to.equal('l2')
    expect(fragmentOf({ kind: 'image', values: ['x'], index: 0 }, targets)).to.equal(null)
    expect([fragmentOf({ kind: 'id', id: 'a' }, targets), fragmentOf({ kind: 'id', id: 'b' }, targets)]).to.deep.equal([
      'a',
      null,
    ])
  })
})

describe('the frame of a message', () => {
  it('accepts only messages of the known shape', () => {
    for (const data of [null, 'show', {}, { type: 'show', html: 1, title: '' }, { type: 'run', html: '' }])
      expect(readOrder(data)).to.equal(null)
    const order = { type: 'show', html: '<p>', title: 'T', scheme: 'x', takesRemoteImages: 1, other: 1 }
    const read = { type: 'show', html: '<p>', title: 'T', scheme: 'light', takesRemoteImages: false, isMarkable: false }
    expect(readOrder(order)).to.deep.equal(read)
    const marked = (element: unknown) => readOrder({ type: 'mark', element })
    for (const element of [
      7,
      { kind: 'id' },
      { kind: 'link', values: ['a'], index: 1 },
      { kind: 'link', values: [1], index: 0 },
    ])
      expect(marked(element)).to.deep.equal({ type: 'mark', element: null })
    expect(marked({ kind: 'id', id: 'a', run: 1 })).to.deep.equal({ type: 'mark', element: { kind: 'id', id: 'a' } })
  })
})
