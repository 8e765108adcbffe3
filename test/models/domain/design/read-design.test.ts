import { expect } from 'chai'
import { fieldsOfDesign } from '../../../../models/domain/design/design-fields.js'
import { MAX_BLOCKS } from '../../../../models/domain/design/design.js'
import { readEmailDesign } from '../../../../models/domain/design/read-design.js'
import { readBrand } from '../../../../models/domain/design/read-theme.js'

const plan = (operator: string, value: unknown = 'pro', field = 'data.plan') => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, value }] }],
})
const divider = (id: string) => ({ id, type: 'divider' })
const designOf = (...blocks: unknown[]) => ({ version: 1, theme: {}, previewText: [], blocks })

const WHOLE = {
  version: 1,
  theme: { width: 600, font: 'serif', accent: '#2F5FD0', radius: 8, dark: 'auto', shadow: 3 },
  previewText: [{ text: 'News for ' }, { field: 'First Name', fallback: 'you' }],
  blocks: [
    { id: 'a', type: 'heading', level: 1, content: [{ text: 'Hello', marks: ['bold', { color: '#FF0000' }] }], x: 1 },
    { id: 'b', type: 'image', src: 'https://example.com/{{ item }}.png', alt: '', href: '{{ manageUrl }}' },
    {
      id: 'c',
      type: 'section',
      padding: 24,
      when: plan('equals'),
      blocks: [
        {
          id: 'd',
          type: 'columns',
          ratio: [1, 2],
          stack: true,
          columns: [
            [
              {
                id: 'e',
                type: 'button',
                label: [{ text: 'Go' }],
                href: 'https://a.example/{{ order ?? "0" }}',
                style: 'solid',
              },
            ],
            [{ id: 'f', type: 'html', source: '<b>\n' }],
          ],
        },
      ],
    },
    { id: 'g', type: 'repeat', over: 'items', as: 'item', blocks: [divider('h')] },
  ],
}

/** The paths of the errors of a design. */
function faultsOf(design: unknown): string[] {
  return (readEmailDesign(design).errors ?? []).map(({ field }) => field)
}

describe('the reading of a design', () => {
  it('keeps what it knows, leaves out the rest, and writes colours in lower case', () => {
    const { design } = readEmailDesign(WHOLE)
    expect(design?.theme).to.deep.equal({ width: 600, font: 'serif', accent: '#2f5fd0', radius: 8, dark: 'auto' })
    expect(design?.blocks[0]).to.deep.equal({
      id: 'a',
      type: 'heading',
      level: 1,
      content: [{ text: 'Hello', marks: ['bold', { color: '#ff0000' }] }],
    })
    expect(design?.blocks[2]).to.deep.equal(WHOLE.blocks[2])
    expect(readEmailDesign(design)).to.deep.equal({ design })
    expect(design && fieldsOfDesign(design)).to.deep.equal([
      'First Name',
      'item',
      'manageUrl',
      'data.plan',
      'order',
      'items',
    ])
  })

  it('names the path of each error', () => {
    const button = { id: 'b', type: 'button', label: [], style: 'solid', href: 'javascript:alert(1)' }
    const columns = { id: 'c', type: 'columns', ratio: [1, 1], stack: true, columns: [[], [divider('d'), button]] }
    const cases: [unknown, string[]][] = [
      [null, ['design']],
      [{ version: 2, blocks: [] }, ['design.version']],
      [designOf(divider('a'), divider('a')), ['design.blocks.1.id']],
      [designOf({ id: 'a b', type: 'box' }), ['design.blocks.0.id', 'design.blocks.0.type']],
      [designOf(divider('a'), divider('x'), columns), ['design.blocks.2.columns.1.1.href']],
      [designOf({ ...columns, columns: [[], [{ ...columns, id: 'x' }]] }), ['design.blocks.0.columns.1.0.type']],
      [designOf({ ...columns, ratio: [1, 1, 1], columns: [[], []] }), ['design.blocks.0.ratio']],
      [
        designOf({ id: 'a', type: 'section', padding: 1, blocks: [{ id: 'b', type: 'section' }] }),
        ['design.blocks.0.blocks.0.type'],
      ],
      [designOf({ ...divider('a'), when: plan('within', 3) }), ['design.blocks.0.when.groups.0.filters.0.unit']],
      [
        designOf({ ...divider('a'), when: plan('anniversary', 3) }),
        ['design.blocks.0.when.groups.0.filters.0.operator'],
      ],
      [
        designOf({ ...divider('a'), when: plan('lessThan', '2026-01-01') }),
        ['design.blocks.0.when.groups.0.filters.0.value'],
      ],
      [
        designOf({ ...divider('a'), when: plan('triggered', 1, 'event.signup') }),
        ['design.blocks.0.when.groups.0.filters.0.field'],
      ],
      [designOf({ id: 'a', type: 'repeat', over: 'items', as: 'for each', blocks: [] }), ['design.blocks.0.as']],
      [{ ...designOf(), theme: { accent: 'blue', width: 10 } }, ['design.theme.width', 'design.theme.accent']],
      [
        { ...designOf(), previewText: [{ text: 'a', marks: [{ link: 'https://a.example/{% x %}' }] }] },
        ['design.previewText.0.marks.0.link'],
      ],
    ]
    for (const [design, paths] of cases) expect(faultsOf(design), JSON.stringify(design)).to.have.members(paths)
  })

  it('refuses what is too large, with one error', () => {
    const many = Array.from({ length: MAX_BLOCKS + 50 }, (_, index) => divider(`b${index}`))
    expect(faultsOf(designOf(...many))).to.deep.equal(['design.blocks'])
    const inner = Array.from({ length: MAX_BLOCKS }, (_, index) => divider(`b${index}`))
    expect(faultsOf(designOf({ id: 's', type: 'section', padding: 0, blocks: inner }))).to.have.length(1)
    expect(faultsOf(designOf({ id: 'a', type: 'html', source: 'é'.repeat(300_000) }))).to.deep.equal(['design'])
    let deep: unknown = []
    for (let level = 0; level < 5_000; level += 1) deep = [deep]
    expect(faultsOf(designOf(deep))).to.deep.equal(['design'])
  })

  it('reads a brand alike', () => {
    const logo = '0198C0DE-0000-7000-8000-000000000001'
    expect(readBrand({ logo, accent: '#ABCDEF', social: [{ kind: 'x', href: 'https://x.com/a' }] })).to.deep.equal({
      brand: { logo: logo.toLowerCase(), accent: '#abcdef', social: [{ kind: 'x', href: 'https://x.com/a' }] },
    })
    const { errors = [] } = readBrand({ logo: 'me.png', radius: -1, social: [{ kind: 'icq', href: 'mailto:a@b.c' }] })
    const paths = errors.map(({ field }) => field)
    expect(paths).to.deep.equal(['brand.radius', 'brand.logo', 'brand.social.0.kind', 'brand.social.0.href'])
  })
})
