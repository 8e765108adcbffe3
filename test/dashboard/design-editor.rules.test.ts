import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Block, EmailDesign, Inline, Mark, TextPart } from '../../models/domain/design/design.js'
import { allBlocks, findBlock } from '../../dashboard/shared/design-editor/document/block-tree.js'
import { edited, type Edit } from '../../dashboard/shared/design-editor/document/edit.js'
import { NO_HISTORY, noteEdit, stepBack, stepForward } from '../../dashboard/shared/design-editor/document/history.js'
import { readHref, toHref } from '../../dashboard/shared/design-editor/document/link.js'
import { newBlock } from '../../dashboard/shared/design-editor/document/new-block.js'
import { placeBeside, withColumnCount, wrapped } from '../../dashboard/shared/design-editor/document/places.js'
import { fromDocument, toDocument } from '../../dashboard/shared/design-editor/text/document-of.js'
import { readEmailDesign } from '../../models/domain/design/read-design.js'

const TYPES = ['heading', 'text', 'image', 'divider', 'quote', 'columns', 'section', 'repeat'] as const
const EMPTY: EmailDesign = { version: 1, theme: {}, previewText: [], blocks: [] }
const at = (index: number, parent: string | null = null, column = 0) => ({ parent, column, index })

/** An act of an author on a design, made of numbers so that it always names something. */
const act = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'move', 'step', 'wrap', 'theme'),
  block: fc.nat(20),
  target: fc.nat(20),
  type: fc.constantFrom(...TYPES),
  isDown: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function editOf({ kind, block, target, type, isDown }: Act, design: EmailDesign): Edit | null {
  const all = allBlocks(design)
  const [one, other] = [all[block % (all.length || 1)], all[target % (all.length || 1)]]
  const inside = other && at(0, other.block.id)
  if (kind === 'insert') return { type: 'insert', blocks: [newBlock(type)], place: (isDown && inside) || at(0) }
  if (kind === 'theme') return { type: 'theme', theme: { radius: block } }
  if (!one) return null
  const { id } = one.block
  if (kind === 'remove') return { type: 'replace', id, blocks: [] }
  if (kind === 'move') return { type: 'move', id, place: (isDown && inside) || other?.place || at(0) }
  if (kind === 'step') {
    const place = placeBeside(design, id, isDown ? 1 : -1)
    return place && { type: 'move', id, place }
  }
  const outer = wrapped(one.block, type === 'columns' ? 'columns' : 'section')
  return outer && { type: 'replace', id, blocks: [outer] }
}

describe('the document of the visual editor', () => {
  it('is the first one again after any edits are undone, and the last one after they are redone', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let [design, history] = [EMPTY, NO_HISTORY]
        for (const one of acts) {
          const edit = editOf(one, design)
          const next = edit ? edited(design, edit) : design
          if (next !== design) history = noteEdit(history, design, null, 0)
          design = next
          // Whatever an author does, the server takes the structure.
          expect(readEmailDesign(design).errors ?? []).to.deep.equal([])
        }
        const last = design
        for (let step = stepBack(history, design); step; step = stepBack(history, design)) ({ design, history } = step)
        expect(design).to.equal(EMPTY)
        for (let step = stepForward(history, design); step; step = stepForward(history, design)) {
          ;({ design, history } = step)
        }
        expect(design).to.deep.equal(last)
      }),
    )
  })

  it('counts the letters typed in one go as one edit', () => {
    const typed = noteEdit(noteEdit(NO_HISTORY, EMPTY, 'text:a', 0), { ...EMPTY }, 'text:a', 300)
    expect(typed.past).to.deep.equal([EMPTY])
    expect(noteEdit(typed, EMPTY, 'text:b', 400).past).to.have.lengthOf(2)
    expect(noteEdit(typed, EMPTY, 'text:a', 5_000).past).to.have.lengthOf(2)
  })

  it('moves a block by steps into columns, through them and out again', () => {
    const columns = newBlock('columns')
    const text = newBlock('text')
    let design: EmailDesign = { ...EMPTY, blocks: [text, columns] }
    const places = ['0', '1', 'outside'].map(() => {
      const place = placeBeside(design, text.id, 1)
      design = place ? edited(design, { type: 'move', id: text.id, place }) : design
      const found = findBlock(design, text.id)
      return found?.place.parent === columns.id ? `column ${found.place.column}` : `place ${found?.place.index}`
    })
    expect(places).to.deep.equal(['column 0', 'column 1', 'place 1'])
    expect(placeBeside(design, text.id, 1)).to.equal(null)
  })

  it('keeps the blocks of columns that go in the last one that stays', () => {
    const columns = newBlock('columns') as Extract<Block, { type: 'columns' }>
    const [one, other] = [newBlock('divider'), newBlock('quote')] as [never, never]
    const four = withColumnCount({ ...columns, columns: [[one], [], [], [other]], ratio: [1, 1, 1, 1] }, 2)
    expect([four.columns, four.ratio]).to.deep.equal([
      [[one], [other]],
      [1, 1],
    ])
  })

  it('reads and writes links in the words of authors', () => {
    for (const href of [
      'https://a.example/x',
      'mailto:a@b.example',
      'tel:+15550100',
      '{{ manageUrl }}',
      '{{ shop }}',
    ]) {
      expect(toHref(readHref(href))).to.equal(href)
    }
    expect(toHref({ kind: 'web', text: 'example.com' })).to.equal('https://example.com')
  })
})

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constantFrom<Mark>('bold', 'italic', 'strike'),
  fc.constant<Mark>({ link: 'https://a.example' }),
  fc.constant<Mark>({ color: '#112233' }),
)
const NAMES = ['link', 'bold', 'italic', 'strike', 'color']
const nameOf = (one: Mark): string => (typeof one === 'string' ? one : 'link' in one ? 'link' : 'color')
// The marks of a run have an order on the writing surface.
const marks = fc
  .uniqueArray(mark, { maxLength: 3, selector: nameOf })
  .map((list) => list.toSorted((one, other) => NAMES.indexOf(nameOf(one)) - NAMES.indexOf(nameOf(other))))
  .map((list) => (list.length > 0 ? { marks: list } : {}))
const run = fc.record({ text: fc.string({ minLength: 1 }), rest: marks }).map(({ text, rest }) => ({ text, ...rest }))
const chip = fc
  .record({
    field: fc.constantFrom('First Name', 'plan'),
    fallback: fc.option(fc.string({ minLength: 1 })),
    rest: marks,
  })
  .map(({ field, fallback, rest }) => ({ field, ...(fallback === null ? {} : { fallback }), ...rest }))
const inline: fc.Arbitrary<Inline[]> = fc.array(fc.oneof(run, chip), { maxLength: 5 }).map((parts) => {
  // Neighbours with the same marks are one run.
  const isSame = (one: Inline | undefined, other: Inline) =>
    one && 'text' in one && 'text' in other && JSON.stringify(one.marks) === JSON.stringify(other.marks)
  return parts.filter((part, index) => !isSame(parts[index - 1], part))
})
const part: fc.Arbitrary<TextPart> = fc.oneof(
  inline.map((content) => ({ type: 'paragraph' as const, content })),
  inline.map((content) => ({ type: 'paragraph' as const, content, align: 'center' as const })),
  fc
    .record({ ordered: fc.boolean(), items: fc.array(inline, { minLength: 1, maxLength: 3 }) })
    .map((list) => ({ type: 'list' as const, ...list })),
)

describe('the text of a block', () => {
  it('is the same after it was on the writing surface', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const doc = toDocument(parts)
        doc.check()
        expect(fromDocument(doc)).to.deep.equal(parts)
      }),
    )
  })
})
