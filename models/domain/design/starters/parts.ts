import type {
  Block,
  ButtonBlock,
  ColumnsBlock,
  EmailDesign,
  FieldChip,
  Inline,
  PlainBlock,
  TextBlock,
  TextPart,
} from '../design.js'

/** The site that the links of starters lead to until their author changes them. */
export const SITE = 'https://example.com'

type WithoutId<B extends Block> = B extends unknown ? Omit<B, 'id'> & { id?: string } : never

/** A block of a starter. Its id is given by its place. */
export type Part = WithoutId<Block> | ColumnsPart
type PlainPart = WithoutId<PlainBlock>
type InnerPart = PlainPart | ColumnsPart
interface ColumnsPart extends Omit<ColumnsBlock, 'id' | 'columns'> {
  columns: PlainPart[][]
}

const isText = (part: string | Inline): part is string => typeof part === 'string'

/** A line of text and fields. */
export function line(...parts: (string | Inline)[]): Inline[] {
  return parts.map((part) => (isText(part) ? { text: part } : part))
}

/** A line of a text whose `{name}` placeholders stand for fields. */
export function filled(text: string, fields: Record<string, FieldChip>): Inline[] {
  const pieces = text.split(/(\{\w+\})/).filter((piece) => piece !== '')
  return pieces.map((piece) => fields[piece.slice(1, -1)] ?? { text: piece })
}

export function field(name: string, fallback: string): FieldChip {
  return { field: name, fallback }
}

export function bold(text: string): Inline {
  return { text, marks: ['bold'] }
}

export function heading(level: 1 | 2 | 3, ...parts: (string | Inline)[]): PlainPart {
  return { type: 'heading', level, content: line(...parts) }
}

/** Paragraphs, each a text or a line. */
export function text(...paragraphs: (string | Inline[])[]): WithoutId<TextBlock> {
  const content = paragraphs.map((content): TextPart => {
    return { type: 'paragraph', content: typeof content === 'string' ? line(content) : content }
  })
  return { type: 'text', content }
}

export function list(...items: readonly string[]): WithoutId<TextBlock> {
  return { type: 'text', content: [{ type: 'list', ordered: false, items: items.map((item) => line(item)) }] }
}

export function button(
  label: string,
  href: string,
  look: Partial<Pick<ButtonBlock, 'style' | 'align'>> = {},
): PlainPart {
  return { type: 'button', label: line(label), href, style: 'solid', ...look }
}

/** A place for a picture, which is not part of the message until one is chosen. */
export function picture(): PlainPart {
  return { type: 'image', alt: '' }
}

export function columns(...parts: PlainPart[][]): ColumnsPart {
  return { type: 'columns', ratio: parts.map(() => 1), stack: true, columns: parts }
}

export function section(background: string, ...blocks: InnerPart[]): Part {
  return { type: 'section', background, padding: 24, blocks: blocks as never }
}

/** Blocks for each entry of a list in the data of an event. */
export function repeat(over: string, ...blocks: InnerPart[]): Part {
  return { type: 'repeat', over, as: 'item', blocks: blocks as never }
}

export const logo: PlainPart = { type: 'logo' }
export const divider: PlainPart = { type: 'divider' }
export const social: PlainPart = { type: 'social' }
export const footer: PlainPart = { type: 'footer' }

/** A design of these blocks, which get the ids `b1`, `b2` and so on. */
export function designOf(previewText: string, parts: readonly Part[]): EmailDesign {
  let count = 0
  const named = (part: object): object => {
    count += 1
    const id = `b${count}`
    const { blocks, columns: all } = part as { blocks?: object[]; columns?: object[][] }
    return {
      id,
      ...part,
      ...(blocks ? { blocks: blocks.map(named) } : {}),
      ...(all ? { columns: all.map((column) => column.map(named)) } : {}),
    }
  }
  return { version: 1, theme: {}, previewText: line(previewText), blocks: parts.map((part) => named(part) as Block) }
}
