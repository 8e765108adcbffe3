import type { Brand, EmailDesign } from '../../models/domain/design/design.js'
import { FONT_STACKS, lookOf } from '../../models/domain/design/look.js'
import { tagsOf } from '../rendering/choose-translation.js'
import { sectionsOf } from './blocks/rows.js'
import { DarkStyle } from './dark-style.js'
import type { Drawing } from './drawing.js'
import { escapeAttribute, escapeText } from './escape.js'
import { plainHtml } from './inline.js'

const FROM_THE_RIGHT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
// Without it, inboxes show the beginning of the message after the preview text.
const PREVIEW_FILLER = '&#847;&#8199;&#8203;'.repeat(40)

/** The project that a design is written for. */
export interface DesignContext {
  brand: Brand
  /** The language tag of the message. */
  language: string
  projectName: string
  /** The address of an uploaded image. */
  imageUrl: (uploadId: string) => string
}

/**
 * Writes a design as MJML whose text has Liquid in the places of fields and conditions. Placeholders stand for the HTML
 * of authors.
 */
export function toMjml(design: EmailDesign, { brand, language, projectName, imageUrl }: DesignContext): string {
  const look = lookOf(design.theme, brand)
  const dark = new DarkStyle(look.dark)
  const isRtl = FROM_THE_RIGHT.has(tagsOf(language).at(-1) ?? '')
  const context = { brand, language, projectName, imageUrl }
  const drawing: Drawing = { ...context, look, dark, isRtl, ground: look.surface, locals: new Set() }
  const sections = sectionsOf(design.blocks, drawing)
  const canvas = dark.canvas(look.canvas)
  const body = `<mj-body width="${look.width}px" background-color="${look.canvas}"${canvas && ` css-class="${canvas}"`}>`
  const space = '<mj-section padding="12px 0"></mj-section>'
  return `<mjml lang="${escapeAttribute(language)}" dir="${isRtl ? 'rtl' : 'ltr'}">${head(design, drawing)}${body}${space}${sections}${space}</mj-body></mjml>`
}

function head({ previewText }: EmailDesign, drawing: Drawing): string {
  const { look, dark, projectName } = drawing
  const preview = plainHtml(previewText, drawing)
  const scheme = look.dark === 'off' ? 'light only' : 'light dark'
  return [
    '<mj-head>',
    `<mj-title>${escapeText(projectName)}</mj-title>`,
    preview === '' ? '' : `<mj-preview>${preview}${PREVIEW_FILLER}</mj-preview>`,
    `<mj-attributes><mj-all font-family="${FONT_STACKS[look.font]}" /></mj-attributes>`,
    dark.css === '' ? '' : `<mj-style>${dark.css}</mj-style>`,
    `<mj-raw><meta name="color-scheme" content="${scheme}" /><meta name="supported-color-schemes" content="${scheme}" />`,
    '<meta name="x-apple-disable-message-reformatting" /></mj-raw>',
    '</mj-head>',
  ].join('')
}
