import { expect } from 'chai'
import { useDatabase } from '../../support/database.js'
import { composeBothWays, expectSame, type CampaignCase } from './campaign-messages.js'

const ANN = { name: 'Ann' }
const BODY = '<p>Hello {{ name }}</p>'

const isCompiled = (campaign: Partial<CampaignCase> & { body?: string }): Promise<boolean[]> =>
  expectSame({ content: { subject: 'Hi', body: campaign.body ?? BODY }, recipients: [ANN], ...campaign })

describe('what a compiled campaign leaves to be composed as a whole', () => {
  useDatabase()

  it('is a message whose value makes it another document, and no other', async () => {
    const body = '<p>Hello {{ name | raw }}</p>'
    const recipients = [ANN, { name: '<img src=x>' }, { name: 'Bob' }]
    // Of the same value, a second one would be worth compiling.
    const results = await composeBothWays({ content: { subject: 'Hi', body }, recipients })
    expect(results[0]?.isCompiled).to.equal(true)
    expect(results[2]?.isCompiled).to.equal(true)
    expect(JSON.stringify(results[1]?.found)).to.include('<img src=x>')
  })

  for (const [name, body, telling] of [
    [
      'the text of a link that is its address',
      '<a href="https://shop.example/">{{ name }}</a>',
      'https://shop.example/',
    ],
    ['an address to write to', '<a href="mailto:a@b.example"><b>{{ name }}</b></a>', 'a@b.example'],
    ['the rest of an entity', '<p>AT&{{ name }}; </p>', 'lt'],
    ['the rest of an entity that began in another value', '<p>&{{ name }}mp{{ end }}</p>', 'a'],
    ['the end of a comment', '<p>x</p><!-- {{ name }} --><p>y</p>', '--&gt;'],
    ['more than the address of a link', '<a href=https://shop.example/{{ name }}>x</a>', 'a b'],
    ['the title of the document', '<title>{{ name }}</title><p>x</p>', 'x &amp; y'],
    ['nothing to be seen', '<p>a{{ name }}b</p><ul><li>x</li>{{ name }}</ul>', '\u200b'],
  ] as const) {
    it(`is, or differs in nothing from, a message whose value comes to be ${name}`, async () => {
      const recipients = [{ name: 'Ann' }, { name: 'Bob' }, { name: telling, end: ';' }]
      for (const end of ['', ' | raw']) {
        await isCompiled({ body: body.replace('name }}', `name${end} }}`), recipients })
      }
    })
  }

  it('is a message with headers, files or an address of its own', async () => {
    expect(await isCompiled({})).to.deep.equal([true])
    expect(await isCompiled({ email: { headers: [['X-Note', 'x']] } })).to.deep.equal([false])
    expect(await isCompiled({ email: { toName: 'Ann' } })).to.deep.equal([false])
    expect(await isCompiled({ recipients: [{ ...ANN, address: 'jürgen@example.com' }] })).to.deep.equal([false])
  })

  it('is a document whose links lead elsewhere for each recipient', async () => {
    const recipients = Array.from({ length: 30 }, (_, index) => ({ name: `Ann ${index}` }))
    const body = '<a href="https://shop.example/?id={{ id }}">Hello {{ name }}</a>'
    const compiled = await isCompiled({ body, recipients })
    // What is met in round after round of this test is compiled, as far as there is room for variants.
    expect(compiled.filter(Boolean).length).to.be.at.most(16)
  })

  it('is a template that needs much memory for each recipient, and its reason is the same', async () => {
    const listOf = (length: number) => `{% assign list = (1..${length}) %}{{ list | size }}`
    expect(await isCompiled({ body: `${BODY}${listOf(10)}` })).to.deep.equal([true])
    expect(await isCompiled({ body: `${BODY}${listOf(500_000)}` })).to.deep.equal([false])
    expect(await isCompiled({ body: `${BODY}${listOf(50_000_000)}` })).to.deep.equal([false])
  })

  it('is a template that fails, with the same reason', async () => {
    const [result] = await composeBothWays({
      content: { subject: 'Hi', body: '\n {{ name | append: "%" | url_decode }}' },
      recipients: [ANN],
    })
    expect(result).to.deep.equal({
      expected: 'The template failed at line 2, column 2',
      found: 'The template failed at line 2, column 2',
      isCompiled: false,
    })
  })
})
