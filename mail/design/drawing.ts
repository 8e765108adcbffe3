import type { Brand } from '../../models/domain/design/design.js'
import { FONT_STACKS, type Look } from '../../models/domain/design/look.js'
import type { DarkStyle } from './dark-style.js'
import type { LocalNames } from './liquid.js'

/** What the writing of a block must know of the message around it. */
export interface Drawing {
  look: Look
  brand: Brand
  dark: DarkStyle
  /** The language tag of the message, and whether it is written from the right. */
  language: string
  isRtl: boolean
  projectName: string
  /** The address of an uploaded image. */
  imageUrl: (uploadId: string) => string
  /** The colour behind the block. */
  ground: string
  /** The names of the entries of the repeats around the block. */
  locals: LocalNames
}

/** The space around a row, and at the sides of a message. */
export const ROW_PADDING = '8px 12px'
export const SIDE_PADDING = '0 12px'

/** The side on which lines begin. */
export function startOf({ isRtl }: Drawing): 'left' | 'right' {
  return isRtl ? 'right' : 'left'
}

/** The style of text, inline because some mailboxes drop style sheets. */
export function fontStyle({ look }: Drawing, size: number, lineHeight: string): string {
  return `font-family:${FONT_STACKS[look.font]};font-size:${size}px;line-height:${lineHeight}`
}

/** The attribute `class` with a space before it; empty without classes. */
export function classes(...names: string[]): string {
  const given = names.filter((name) => name !== '')
  return given.length > 0 ? ` class="${given.join(' ')}"` : ''
}

/** The class by which a block can be found in the document (`blockBefore`). */
export function blockClass(id: string): string {
  return `block-${id}`
}

/** A row of a column that MJML passes through. */
export function rawRow(
  { id, align }: { id: string; align: string },
  content: string,
  { padding = ROW_PADDING, style = '' }: { padding?: string; style?: string } = {},
): string {
  return `<mj-raw><tr><td align="${align}" class="${blockClass(id)}" style="padding:${padding};word-break:break-word;${style}">${content}</td></tr></mj-raw>`
}

/** A row of text. */
export function textRow(drawing: Drawing, { id, align }: { id: string; align: string }, content: string): string {
  const { look, ground, dark } = drawing
  const ink = dark.text(look.ink, ground)
  return rawRow(
    { id, align },
    `<div${classes(ink)} style="${fontStyle(drawing, 16, '1.6')};text-align:${align};color:${look.ink}">${content}</div>`,
  )
}
