import type {
  Block,
  ColumnsBlock,
  PlainBlock,
  RepeatBlock,
  SectionBlock,
} from '../../../models/domain/design/design.js'
import { readableOn } from '../../../models/domain/design/look.js'
import { blockClass, SIDE_PADDING, type Drawing } from '../drawing.js'
import { liquidCondition } from '../liquid-condition.js'
import { liquidName } from '../liquid.js'
import { plainBlock } from './plain-block.js'

/** Blocks as sections of MJML. Neighbours that hold no other block are rows of one section. */
export function sectionsOf(blocks: readonly Block[], drawing: Drawing): string {
  const sections: string[] = []
  let rows: string[] = []
  const flush = (): void => {
    if (rows.length > 0) sections.push(section(drawing, `<mj-column>${rows.join('')}</mj-column>`))
    rows = []
  }
  for (const block of blocks) {
    if (block.type !== 'columns' && block.type !== 'section' && block.type !== 'repeat') {
      rows.push(shownWhen(block, plainBlock(block, drawing)))
      continue
    }
    flush()
    sections.push(shownWhen(block, holder(block, drawing)))
  }
  flush()
  return sections.join('')
}

function holder(block: ColumnsBlock | SectionBlock | RepeatBlock, drawing: Drawing): string {
  switch (block.type) {
    case 'columns':
      return columns(block, drawing)
    case 'section':
      return ground(block, drawing)
    case 'repeat':
      return repeat(block, drawing)
    default:
      return block satisfies never
  }
}

/** Markup around which the condition of its block stands. */
function shownWhen({ when }: Block, mjml: string): string {
  if (!when || mjml === '') return mjml
  return `<mj-raw>{% if ${liquidCondition(when)} %}</mj-raw>${mjml}<mj-raw>{% endif %}</mj-raw>`
}

function section({ ground: colour, dark, isRtl }: Drawing, content: string, names: string[] = []): string {
  const all = [...names, dark.ground(colour)].filter((name) => name !== '')
  const named = all.length > 0 ? ` css-class="${all.join(' ')}"` : ''
  const direction = isRtl ? ' direction="rtl"' : ''
  return `<mj-section background-color="${colour}" padding="${SIDE_PADDING}"${direction}${named}>${content}</mj-section>`
}

function columns({ id, ratio, stack, columns: all }: ColumnsBlock, drawing: Drawing): string {
  const whole = ratio.reduce((sum, share) => sum + share, 0)
  const parts = all.map((blocks: PlainBlock[], index) => {
    const width = Math.floor(((ratio[index] ?? 1) / whole) * 10_000) / 100
    const rows = blocks.map((block) => shownWhen(block, plainBlock(block, drawing)))
    return `<mj-column width="${width}%">${rows.join('')}</mj-column>`
  })
  const content = stack ? parts.join('') : `<mj-group>${parts.join('')}</mj-group>`
  return section(drawing, content, [blockClass(id)])
}

function ground({ id, background, padding, blocks }: SectionBlock, drawing: Drawing): string {
  const colour = background ?? drawing.ground
  const inner = { ...drawing, ground: colour, look: readableOn(colour, drawing.look) }
  const content = sectionsOf(blocks, inner)
  if (content === '') return ''
  const names = [blockClass(id), drawing.dark.ground(colour)].filter((name) => name !== '').join(' ')
  return `<mj-wrapper background-color="${colour}" padding="${padding}px 0" css-class="${names}">${content}</mj-wrapper>`
}

function repeat({ over, as, blocks }: RepeatBlock, drawing: Drawing): string {
  const content = sectionsOf(blocks, { ...drawing, locals: new Set([...drawing.locals, as]) })
  if (content === '') return ''
  const list = liquidName(over, drawing.locals)
  return `<mj-raw>{% for ${as} in ${list} %}</mj-raw>${content}<mj-raw>{% endfor %}</mj-raw>`
}
