import { expect } from 'chai'
import * as fc from 'fast-check'
import { RenderError } from '../../../../mail/rendering/render-message.js'
import { fillRequest } from '../../../../mail/rendering/requests/fill-request.js'
import { runs } from '../../../support/runs.js'

const VARIABLES = {
  email: 'a+b@example.com',
  name: 'x","role":"admin',
  event: { vip: true, none: null },
  items: [
    { id: 1, title: 'a"b' },
    { id: 2, title: 'c' },
  ],
  data: {
    plan: 'R&D',
    path: '../admin?x=1#',
    dots: '..',
    dot: '.',
    encodedDots: '%2e%2e',
    backslash: 'a\\b',
    lines: 'a\nb"c\\',
    taken: 'evil.com/',
    user: 'me:secret@evil.com',
    wide: 'evil。com／',
    tenant: 'acme',
    host: 'crm.example.com',
    city: 'münchen',
    url: ' https://ok.example/x?y=1&z#a ',
    hollow: '',
    half: 'a\uD800',
    number: 5,
    digits: '5',
    port: 8080,
    yes: true,
    list: [1, 'x'],
    object: { a: 1, b: [true, null] },
  },
}
const fill = (url: string, variables: Record<string, unknown> = VARIABLES) =>
  fillRequest({ url, headers: {}, variables }, null).url
const fillBody = (
  body: unknown,
  headers: Record<string, string> = {},
  variables: Record<string, unknown> = VARIABLES,
) => fillRequest({ url: 'https://h.example/', headers, body, variables }, null)

describe('a value in a URL', () => {
  const ENCODED: [template: string, url: string][] = [
    ['https://h/in?email={{ email }}&plan={{ data.plan }}', 'https://h/in?email=a%2Bb%40example.com&plan=R%26D'],
    ['https://h/users/{{ data.path }}/notes', 'https://h/users/..%2Fadmin%3Fx%3D1%23/notes'],
    ['https://h/{{ data.encodedDots }}/x', 'https://h/%252e%252e/x'],
    ['https://h/{{ data.backslash }}', 'https://h/a%5Cb'],
    ['https://h/{{ data.half }}', 'https://h/a%EF%BF%BD'],
    ['https://h/a.{{ data.dots }}', 'https://h/a...'],
    ['https://h/a{{ data.hollow }}b/', 'https://h/ab/'],
    ['https://h/?{{ data.plan }}={{ data.lines }}', 'https://h/?R%26D=a%0Ab%22c%5C'],
    ['https://h/?q={{ data.missing }}&r={{ data.dots }}', 'https://h/?q=&r=..'],
    ['https://h?q={{ data.path }}', 'https://h?q=..%2Fadmin%3Fx%3D1%23'],
    ['https://h/#{{ data.path }}', 'https://h/#..%2Fadmin%3Fx%3D1%23'],
    ['https://h/?q={{ data.plan | raw }}', 'https://h/?q=R%26D'],
    ['https://h/?q={{ data.plan | upcase | append: "/" }}', 'https://h/?q=R%26D%2F'],
    ['https://h/?q={{ data.plan | json }}', 'https://h/?q=%22R%26D%22'],
    ['https://h/?q={{ data.missing ?? a b&c }}', 'https://h/?q=a%20b%26c'],
    ['https://h/{% if data.yes %}{{ data.plan }}{% endif %}?{% cycle data.plan %}', 'https://h/R%26D?R%26D'],
    ['https://h{% for i in items %}/{{ i.id }}{% endfor %}', 'https://h/1/2'],
    ['{% assign p = data.path %}https://h/{{ p }}', 'https://h/..%2Fadmin%3Fx%3D1%23'],
    [
      '{% capture q %}?a={{ data.plan }}&b={{ email }}{% endcapture %}https://h/{{ q }}',
      'https://h/?a=R%26D&b=a%2Bb%40example.com',
    ],
    ['{% liquid\n assign p = data.plan\n echo "https://h/?q="\n%}', 'https://h/?q='],
    // A filter that encodes has encoded.
    ['https://h/{{ email | url_encode }}?q={{ data.plan | cgi_escape }}', 'https://h/a%2Bb%40example.com?q=R%26D'],
    ['https://h/?q={{ data.plan | url_encode | raw }}', 'https://h/?q=R%26D'],
    ['https://h/?q={{ data.plan | url_encode ?? x y }}', 'https://h/?q=R%26D'],
    ['https://h/?q={{ data.plan | url_encode | append: "&" }}', 'https://h/?q=R%2526D%26'],
    ['https://h/{{ data.path | uri_escape }}', 'https://h/..%2Fadmin%3Fx%3D1%23'],
    // A part of the host.
    ['https://{{ data.tenant }}.example.com:{{ data.port }}/', 'https://acme.example.com:8080/'],
    ['https://api-{{ data.tenant }}.example.com/', 'https://api-acme.example.com/'],
    ['https://{{ data.host }}/c', 'https://crm.example.com/c'],
    ['https://{{ data.city }}.example.com', 'https://xn--mnchen-3ya.example.com'],
    // The whole of it.
    ['{{ data.url }}', 'https://ok.example/x?y=1&z#a'],
    ['\n  {{ data.url }}\n', 'https://ok.example/x?y=1&z#a'],
    ['{% if data.yes %}{{ data.url }}{% else %}https://h/{% endif %}', 'https://ok.example/x?y=1&z#a'],
    ['{% assign u = data.url %}{{ u | strip }}', 'https://ok.example/x?y=1&z#a'],
  ]
  for (const [template, url] of ENCODED) {
    it(`makes ${url} of ${JSON.stringify(template).slice(0, 60)}`, () => expect(fill(template)).to.equal(url))
  }

  const REFUSED = [
    [
      'https://h/{{ data.dots }}/x',
      'https://h/a/{{ data.dot }}',
      'https://h/.{{ data.dot }}/',
      'https://h/%2e{{ data.dot }}',
    ],
    [
      'https://h/{{ data.dot }}{{ data.dot }}?x',
      'https://h/{{ data.dots | url_encode }}/x',
      'https://h\\{{ data.dots }}\\x',
    ],
    [
      'https://h/{{ data.hollow }}/x',
      'https://h/x/{{ data.missing }}',
      'https://h/{{ data.missing }}{{ data.hollow }}?q',
    ],
    ['https://{{ data.taken }}.example.com/', 'https://{{ data.user }}/', 'https://{{ data.wide }}.example.com/'],
    ['https://{{ data.missing }}.example.com/', 'https://h:{{ data.tenant }}/', 'https://h:{{ data.host }}/x'],
    ['https://example.com{{ data.tenant }}/', 'https://example.com{{ data.path }}', 'https://a{{ data.host }}'],
    ['{{ data.url }}/x', '{{ data.tenant }}://h/', 'https:{{ data.host }}', '{{ data.url }}{{ data.hollow }}'],
    ['{% capture u %}https://h/{{ data.dots }}/{% endcapture %}{{ u }}x'],
  ].flat()
  for (const template of REFUSED) {
    it(`fails where no encoding can carry it: ${template}`, () => {
      expect(() => fill(template)).to.throw(RenderError, /^A value is not allowed .* of the URL$/)
    })
  }

  it('never changes the origin, the number of segments or the keys, whatever it is', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('/', '\\', '.', '%', '2', 'e', '?', '#', '&', '=', '@', ':', 'a', '\t', '\n'),
      }),
    )
    fc.assert(
      fc.property(anyText, (value) => {
        let url: URL
        try {
          url = new URL(fill('https://h.example:81/a/{{ v }}/b?k={{ v }}&l=1#{{ v }}', { v: value }))
        } catch (error) {
          expect(error).to.be.instanceOf(RenderError)
          return
        }
        expect(url.origin).to.equal('https://h.example:81')
        expect(url.username + url.password).to.equal('')
        expect(url.pathname.split('/')).to.have.length(4)
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).to.equal(wellFormed(value))
        expect([...url.searchParams.entries()]).to.deep.equal([
          ['k', wellFormed(value)],
          ['l', '1'],
        ])
      }),
      runs(),
    )
  })
})

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}

describe('a value in a text of JSON', () => {
  const JSON_TEXTS: [template: string, value: unknown][] = [
    ['{"name":"{{ name }}"}', { name: 'x","role":"admin' }],
    ['{"a {{ name }}": "say \\"{{ data.lines }}\\""}', { 'a x","role":"admin': 'say "a\nb"c\\"' }],
    ['{"n": {{ data.number }}, "t": {{ data.digits }}, "b": {{ data.yes }}}', { n: 5, t: '5', b: true }],
    [
      '{"o": {{ data.object }}, "l": {{ data.list }}, "n": {{ event.none }}}',
      { o: { a: 1, b: [true, null] }, l: [1, 'x'], n: null },
    ],
    ['{"x": {{ name }}, "m": {{ data.missing }}}', { x: 'x","role":"admin', m: null }],
    [
      '{"s": {{ data.number | plus: 1 }}, "f": {{ data.missing ?? 0 }}, "g": {{ data.missing ?? "0" }}}',
      { s: 6, f: 0, g: '0' },
    ],
    [
      '{"j": {{ data.lines | json }}, "r": {{ name | json | raw }}, "m": {{ data.missing | json }}}',
      { j: 'a\nb"c\\', r: VARIABLES.name, m: null },
    ],
    ['{"u": "{{ data.plan | url_encode }}", "o": "{{ data.object }}"}', { u: 'R%26D', o: '{"a":1,"b":[true,null]}' }],
    [
      '[{% for i in items %}{"t":"{{ i.title }}"}{% unless forloop.last %},{% endunless %}{% endfor %}]',
      [{ t: 'a"b' }, { t: 'c' }],
    ],
    ['{% if data.yes %}{"x":{{ name }}}{% else %}{"y":1}{% endif %}', { x: VARIABLES.name }],
    ['{% capture i %}{"n":"{{ name }}"}{% endcapture %}[{{ i }}]', [{ n: VARIABLES.name }]],
    [' \n[{{ name }}, true, -1.5e3]\n', [VARIABLES.name, true, -1500]],
    ['{{ event | json }}', { vip: true, none: null }],
    ['\n{{ event | json | raw }} ', { vip: true, none: null }],
    ['{"plain": 1}', { plain: 1 }],
  ]
  for (const [template, value] of JSON_TEXTS) {
    it(`changes neither keys nor structure of ${template.slice(0, 60)}`, () => {
      const { body, type } = fillBody(template)
      expect(JSON.parse(body ?? '')).to.deep.equal(value)
      expect(type).to.equal('json')
    })
  }

  const TEXTS = [
    '{{ name }} bought it',
    '{{ event }}',
    '{{ data.digits }}',
    'a=b',
    '"{{ name }}"',
    '[{{ name }}] {{ email }} [x]',
    '{ name: {{ name }} }',
    '[Note] {{ name }}',
    '{{ data.list }}{{ event | json }}',
    '',
  ]
  for (const template of TEXTS) {
    it(`is no matter of JSON in ${JSON.stringify(template)}`, () => {
      expect(fillBody(template).type).to.equal('text')
      for (const value of ['1', '{"a":1}', '[]', 'x']) {
        const variables = { name: value, event: value, email: value, data: { digits: value, list: value } }
        const { body, type } = fillBody(template, {}, variables)
        expect(type).to.equal('text')
        expect(body).to.equal(
          template.replaceAll(/\{\{ event \| json \}\}/g, JSON.stringify(value)).replaceAll(/\{\{.*?\}\}/g, value),
        )
      }
    })
  }

  it('is JSON by the content type of the template as well', () => {
    for (const type of ['application/json', 'Application/Vnd.api+json; charset=utf-8', 'text/json']) {
      const { body, type: found } = fillBody('"{{ name }}"', { 'content-TYPE': type })
      expect([JSON.parse(body ?? ''), found], type).to.deep.equal([VARIABLES.name, 'json'])
    }
    expect(fillBody('"{{ name }}"', { 'Content-Type': 'text/plain' }).body).to.equal(`"${VARIABLES.name}"`)
  })

  it('never adds a key, whatever it is', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '}', 'a', '\n') }),
    )
    fc.assert(
      fc.property(fc.oneof(anyText, fc.jsonValue()), (v) => {
        const { body } = fillBody('{"a":"{{ v }}","b":{{ v }},"c":[{{ v }}]}', {}, { v })
        const parsed = JSON.parse(body ?? '') as Record<string, unknown>
        expect(Object.keys(parsed)).to.deep.equal(['a', 'b', 'c'])
        expect(parsed['b']).to.deep.equal(JSON.parse(JSON.stringify(v)))
      }),
      runs(),
    )
  })

  it('fails for a number that is none', () => {
    expect(() => fillBody('{"a": {{ 1 | divided_by: 0 }}}')).to.throw(RenderError, 'not a number')
  })
})

describe('a value in a form', () => {
  it('begins no other field', () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { body, type } = fillBody('plan={{ data.plan }}&q={{ name | url_encode }}&m={{ data.missing }}', form)
    expect([...new URLSearchParams(body ?? '').entries()]).to.deep.equal([
      ['plan', 'R&D'],
      ['q', VARIABLES.name],
      ['m', ''],
    ])
    expect(type).to.equal('text')
  })
})

describe('a value in an object that is sent', () => {
  it('keeps its type where it is alone, at any depth', () => {
    const body = {
      n: '{{ data.number }}',
      o: '{{ data.object }}',
      mixed: 'no. {{ data.number }}',
      list: ['{{ event.vip }}', '{{ event.none }}', '{{ data.missing }}', '{{ data.list }}'],
      deep: { deeper: { sum: '{{ data.number | plus: 1 }}', text: '{{ data.digits }}' } },
      blanks: ' {{ data.number }}\n',
      text: ' {{ data.tenant }} ',
      missing: '{{ data.missing }}',
      fallback: [
        '{{ data.missing ?? 5 }}',
        '{{ data.missing ?? "5" }}',
        '{{ data.missing ?? true }}',
        '{{ data.missing ?? x }}',
      ],
      echo: '{% echo data.number %}',
      block: '{% if data.yes %}{{ data.number }}{% endif %}',
      raw: '{{ data.number | raw }}',
      date: '{{ "2026-03-29T10:00:00Z" | date: "%H" }}',
      constant: 7,
      nothing: null,
    }
    const { body: sent, type } = fillBody(body)
    expect(type).to.equal('json')
    expect(JSON.parse(sent ?? '')).to.deep.equal({
      n: 5,
      o: { a: 1, b: [true, null] },
      mixed: 'no. 5',
      list: [true, null, null, [1, 'x']],
      deep: { deeper: { sum: 6, text: '5' } },
      blanks: 5,
      text: ' acme ',
      missing: null,
      fallback: [5, '5', true, 'x'],
      echo: 5,
      block: '5',
      raw: 5,
      date: '10',
      constant: 7,
      nothing: null,
    })
  })

  it('is of the project’s time zone', () => {
    const input = {
      url: 'https://h/{{ "2026-03-29T10:00:00Z" | date: "%H" }}',
      headers: { x: '{{ "2026-03-29T10:00:00Z" | date: "%H" }}' },
    }
    const body = ['{{ "2026-03-29T10:00:00Z" | date: "%H" }}']
    const filled = fillRequest({ ...input, body, variables: {}, timeZone: 'Europe/Berlin' }, null)
    expect(filled).to.deep.equal({ url: 'https://h/12', headers: { x: '12' }, body: '["12"]', type: 'json' })
  })
})
