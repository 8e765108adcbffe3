import { expect } from 'chai'
import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { renderDesign } from '../../../mail/design/render.js'
import { compile } from '../../../mail/rendering/compile.js'
import { render } from '../../../mail/rendering/render-message.js'
import { MESSAGE_OPERATORS } from '../../../models/domain/design/read-when.js'
import { readEmailDesign } from '../../../models/domain/design/read-design.js'
import { linesOf, walkBlocks } from '../../../models/domain/design/walk-blocks.js'
import { expectWholeMarkup } from './whole-markup.js'

// Text as people type it, and what means something to HTML, MJML or Liquid.
const SIGNS = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{{ x }}',
  '{% if %}',
  '<',
  '>',
  '</mj-text>',
  '&',
  '&amp;',
  '"',
  "'",
  '\\',
  '??',
  '|',
  '\n',
  '-->',
  ']]>',
  '{html:b1}',
]
const word = fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: 'grapheme', maxLength: 8 }))
const typed = fc.array(word, { maxLength: 6 }).map((words) => words.join(''))
const fieldName = fc.oneof(
  fc.constantFrom(
    'First Name',
    'email',
    'item.name',
    'a.b.c',
    '1st',
    'and',
    'x "y"',
    'R&D',
    'size (cm)',
    'event.total',
  ),
  typed.map((text) => text.replaceAll(/\p{Cc}/gu, '').trim()).filter((text) => text !== ''),
)
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const address = fc.constantFrom(
  'https://a.example/?a=1&b={{ First Name ?? "x" }}#&amp;',
  'mailto:a@b.example',
  '{{ manageUrl }}',
  "https://a.example/'",
)
const mark = fc.oneof(
  fc.constantFrom('bold', 'italic', 'strike'),
  fc.record({ link: address }),
  fc.record({ color: colour }),
)
const marks = fc.array(mark, { maxLength: 3 })
const inline = fc.oneof(
  fc.record({ text: typed, marks }, { requiredKeys: ['text'] }),
  fc.record({ field: fieldName, fallback: typed, marks }, { requiredKeys: ['field'] }),
)
const line = fc.array(inline, { maxLength: 4 })
const align = fc.constantFrom('left', 'center', 'right')
const scalar = fc.oneof(
  typed.filter((text) => !/^\s*\d{4}/.test(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
)
const compared = fc.record({
  field: fieldName.chain((name) => fc.constantFrom(`data.${name}`, `event.${name}`)),
  operator: fc.constantFrom(...MESSAGE_OPERATORS.filter((operator) => !/With|Than|In$/i.test(operator))),
  value: scalar,
})
const filter = fc.oneof(
  compared.filter(({ operator }) => operator !== 'in'),
  fc.record({
    field: fc.constant('data.plan'),
    operator: fc.constantFrom('in', 'notIn'),
    value: fc.array(scalar, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.constant('data.plan'),
    operator: fc.constantFrom('greaterThan', 'lessThanOrEqual'),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
  fc.record({
    field: fc.constantFrom('email', 'data.x'),
    operator: fc.constantFrom('startsWith', 'endsWith', 'equals'),
    value: typed.map((text) => `a${text}`),
  }),
)
const group = fc.record({ filters: fc.array(filter, { minLength: 1, maxLength: 3 }) })
const condition = fc.record({
  logic: fc.constantFrom('AND', 'OR'),
  groups: fc.array(group, { minLength: 1, maxLength: 3 }),
})

const paragraph = fc.record(
  { type: fc.constant('paragraph'), content: line, align },
  { requiredKeys: ['type', 'content'] },
)
const list = fc.record({ type: fc.constant('list'), ordered: fc.boolean(), items: fc.array(line, { maxLength: 3 }) })
const plain = fc.oneof(
  fc.record({ type: fc.constant('heading'), level: fc.constantFrom(1, 2, 3), content: line, align }),
  fc.record({ type: fc.constant('text'), content: fc.array(fc.oneof(paragraph, list), { maxLength: 3 }) }),
  fc.record(
    { type: fc.constant('image'), src: fc.constant('https://a.example/x.png'), alt: typed, href: address },
    { requiredKeys: ['type', 'alt'] },
  ),
  fc.record({ type: fc.constant('button'), label: line, href: address, style: fc.constantFrom('solid', 'outline') }),
  fc.record({ type: fc.constantFrom('divider', 'logo', 'social', 'footer') }),
  fc.record({ type: fc.constant('spacer'), height: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ type: fc.constant('quote'), content: line }),
  fc.record({
    type: fc.constant('html'),
    source: fc.constantFrom('', '<p>own {{ x }} $& </p>', '{% if a %}<b>1</b>{% endif %}'),
  }),
)
const columns = fc.record({
  type: fc.constant('columns'),
  ratio: fc.constantFrom([1, 1], [1, 2], [5, 7]),
  stack: fc.boolean(),
  columns: fc.tuple(fc.array(plain, { maxLength: 2 }), fc.array(plain, { maxLength: 2 })),
})
const inner = fc.array(fc.oneof({ weight: 3, arbitrary: plain }, columns), { maxLength: 3 })
const section = fc.record({
  type: fc.constant('section'),
  background: colour,
  padding: fc.integer({ min: 0, max: 96 }),
  blocks: inner,
})
const repeat = fc.record({ type: fc.constant('repeat'), over: fieldName, as: fc.constant('item'), blocks: inner })
const block = fc.oneof({ weight: 4, arbitrary: plain }, columns, section, repeat)
const theme = fc.record(
  { surface: colour, ink: colour, accent: colour, dark: fc.constantFrom('auto', 'off') },
  { requiredKeys: [] },
)

// More runs found nothing more, and each takes ten milliseconds.
const RUNS = 50

interface Sent {
  type: string
  blocks?: Sent[]
  columns?: Sent[][]
}

const conditions = fc.infiniteStream(fc.option(condition, { freq: 3 }))
const someDesign = fc
  .tuple(theme, line, fc.array(block, { maxLength: 5 }), conditions)
  .map(([look, previewText, blocks, when]) => ({
    version: 1,
    theme: look,
    previewText,
    blocks: named(blocks as Sent[], when),
  }))

/** Blocks with ids, and with conditions on some of them. */
function named(blocks: Sent[], when: Iterator<unknown>): unknown[] {
  let count = 0
  const withId = ({ blocks: below, columns: all, ...fields }: Sent): unknown => {
    count += 1
    return {
      id: `b${count}`,
      ...fields,
      when: when.next().value,
      ...(below ? { blocks: below.map(withId) } : {}),
      ...(all ? { columns: all.map((column) => column.map(withId)) } : {}),
    }
  }
  return blocks.map(withId)
}

function bodyOf(sent: unknown) {
  const { design, errors } = readEmailDesign(sent)
  if (!design) throw new Error(JSON.stringify(errors))
  const context = { brand: { social: [{ kind: 'x' as const, href: 'https://x.com' }] }, language: 'en', images: {} }
  const { body, fault } = renderDesign({ design, projectName: '{{ "Acme" }} & <Co>', ...context })
  expect(fault).to.equal(undefined)
  return { design, body: body ?? '' }
}

/** The text of a document without white space, and without characters that no document can have. */
function textOf(html: string): string {
  const texts: string[] = []
  const parser = new Parser({ ontext: (text) => void texts.push(text) })
  parser.end(html)
  return withoutSpace(texts.join(''))
}

function withoutSpace(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\ufffe\uffff]/gu, '')
}

describe('any design', () => {
  it('renders to a whole document whose Liquid can be read, for every recipient', () => {
    fc.assert(
      fc.property(someDesign, fc.boolean(), (sent, isFull) => {
        const { body } = bodyOf(sent)
        const values = isFull ? { email: 'a@b.example', a: { b: { c: 1 } }, event: { total: 5 } } : {}
        expectWholeMarkup(render(compile(body), { ...values, data: values }, { escape: true }))
      }),
      { numRuns: RUNS },
    )
  })

  it('shows its text as it was typed', () => {
    fc.assert(
      fc.property(someDesign, (sent) => {
        const shown = {
          ...sent,
          blocks: JSON.parse(
            JSON.stringify(sent.blocks, (key, value) => (key === 'when' ? undefined : value)),
          ) as Sent[],
        }
        const { design, body } = bodyOf({ ...shown, blocks: shown.blocks.filter(({ type }) => type !== 'repeat') })
        const text = textOf(render(compile(body), { data: {} }, { escape: true }))
        for (const { block } of walkBlocks(design)) {
          for (const inline of linesOf(block).flat()) {
            const typedText = 'text' in inline ? inline.text : (inline.fallback ?? '')
            if (inline.marks === undefined || 'text' in inline) expect(text).to.include(withoutSpace(typedText))
          }
        }
      }),
      { numRuns: RUNS },
    )
  })
})
