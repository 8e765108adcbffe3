import { expect } from 'chai'
import { composeBothWays, expectFilledIn, expectSame, type MessagesCase } from './both-ways.js'

const ANN = { name: 'Ann' }
const BODY = '<p>Hello {{ name }}</p>'

const isFilledIn = (campaign: Partial<MessagesCase> & { body?: string }): Promise<boolean[]> =>
  expectSame({ content: { subject: 'Hi', body: campaign.body ?? BODY }, recipients: [ANN], ...campaign })

describe('a message that is finished as a whole', () => {
  it('is a message whose value makes it another document, and no other', async () => {
    const body = '<p>Hello {{ name | raw }}</p>'
    const recipients = [ANN, { name: '<img src=x>' }, { name: 'Bob' }]
    let found: unknown
    const compose = async (messages: MessagesCase): Promise<boolean[]> => {
      const results = await composeBothWays(messages)
      found = results[1]?.found
      return results.map(({ isFilledIn }) => isFilledIn)
    }
    // The other document is compiled too, because the rounds of this test repeat it.
    await expectFilledIn({ content: { subject: 'Hi', body }, recipients }, [true, true, true], compose)
    expect(JSON.stringify(found)).to.include('<img src=x>')
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
        await isFilledIn({ body: body.replace('name }}', `name${end} }}`), recipients })
      }
    })
  }

  it('is a template that needs much memory for each recipient, and its reason is the same', async () => {
    const listOf = (length: number) => `{% assign list = (1..${length}) %}{{ list | size }}`
    await expectFilledIn({ content: { subject: 'Hi', body: `${BODY}${listOf(10)}` }, recipients: [ANN] }, [true])
    expect(await isFilledIn({ body: `${BODY}${listOf(500_000)}` })).to.deep.equal([false])
    expect(await isFilledIn({ body: `${BODY}${listOf(50_000_000)}` })).to.deep.equal([false])
  })

  it('is a template that fails, with the same reason', async () => {
    const [result] = await composeBothWays({
      content: { subject: 'Hi', body: '\n {{ name | append: "%" | url_decode }}' },
      recipients: [ANN],
    })
    expect(result).to.deep.equal({
      expected: 'The template failed at line 2, column 2',
      found: 'The template failed at line 2, column 2',
      isFilledIn: false,
    })
  })
})
