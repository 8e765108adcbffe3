import {
  ALIGNMENTS,
  BUTTON_STYLES,
  DESIGN_VERSION,
  FONTS,
  MAX_BLOCKS,
  MAX_DESIGN_BYTES,
  SOCIAL_KINDS,
} from '../../models/domain/design/design.js'
import { MESSAGE_OPERATORS } from '../../models/domain/design/read-when.js'
import { SCHEMA_REF } from '../http/openapi/schema-parts.js'
import { WIDTHS } from '../../models/domain/design/read-theme.js'

type JsonSchema = Record<string, unknown>

/** The name of a design in the reference. */
export const DESIGN_ID = 'EmailDesign'

export const DESIGN_DESCRIPTION =
  `The document of the visual editor, up to ${MAX_DESIGN_BYTES / 1024} KB and ${MAX_BLOCKS} blocks. The server makes the ` +
  'HTML of the message of it. Text is never HTML or Liquid: `{"text": "a < b"}` is shown as it is written, and ' +
  '`{"field": "firstName", "fallback": "friend"}` prints a field. Links begin with `https://`, `http://`, `mailto:` or ' +
  '`tel:`, and can have fields: `https://example.com/{{ order ?? "0" }}`, `{{ unsubscribeUrl }}`, `{{ manageUrl }}`. ' +
  'Values that the theme leaves out come from the brand of the project. The condition of a block (`when`) uses `email`, ' +
  `\`subscribed\`, \`data.<key>\` and \`event.<path>\` with the operators ${MESSAGE_OPERATORS.join(', ')}; it compares no dates.`

const text: JsonSchema = { type: 'string' }
const colour: JsonSchema = { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' }
const align: JsonSchema = { type: 'string', enum: [...ALIGNMENTS] }
const pixels = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

function object(title: string, required: JsonSchema, optional: JsonSchema = {}): JsonSchema {
  return { title, type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

const mark: JsonSchema = {
  oneOf: [
    { title: 'TextMark', type: 'string', enum: ['bold', 'italic', 'strike'] },
    object('LinkMark', { link: text }),
    object('ColorMark', { color: colour }),
  ],
}
const marks = listOf(mark)
const inlines = listOf({
  oneOf: [
    object('TextRun', { text }, { marks }),
    object('FieldChip', { field: { type: 'string', minLength: 1 } }, { fallback: text, marks }),
  ],
})
const textParts = listOf({
  oneOf: [
    object('DesignParagraph', { type: constant('paragraph'), content: inlines }, { align }),
    object('DesignList', { type: constant('list'), ordered: { type: 'boolean' }, items: listOf(inlines) }),
  ],
})

function constant(value: string): JsonSchema {
  return { type: 'string', enum: [value] }
}

function block(title: string, type: string, required: JsonSchema = {}, optional: JsonSchema = {}): JsonSchema {
  const id = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'Unique in the design.' }
  const when = { $ref: SCHEMA_REF + 'ConditionTree' }
  return object(title, { id, type: constant(type), ...required }, { when, ...optional })
}

const width = pixels(1, WIDTHS.max)
const plainBlocks = [
  block('HeadingBlock', 'heading', { level: { type: 'integer', enum: [1, 2, 3] }, content: inlines }, { align }),
  block('TextBlock', 'text', { content: textParts }),
  block('ImageBlock', 'image', { alt: text }, { uploadId: text, src: text, width, align, href: text }),
  block(
    'ButtonBlock',
    'button',
    { label: inlines, href: text, style: { type: 'string', enum: [...BUTTON_STYLES] } },
    { align },
  ),
  block('DividerBlock', 'divider'),
  block('SpacerBlock', 'spacer', { height: pixels(1, 400) }),
  block('QuoteBlock', 'quote', { content: inlines }),
  block('LogoBlock', 'logo', {}, { width, align, href: text }),
  block('SocialBlock', 'social', {}, { align }),
  block('FooterBlock', 'footer', {}, { align }),
  block('HtmlBlock', 'html', { source: text }),
]
const columns = block('ColumnsBlock', 'columns', {
  ratio: { ...listOf(pixels(1, 12)), minItems: 2, maxItems: 4 },
  stack: { type: 'boolean' },
  columns: { ...listOf(listOf({ oneOf: plainBlocks })), minItems: 2, maxItems: 4 },
})
const innerBlocks = { oneOf: [...plainBlocks, columns] }
const allBlocks = {
  oneOf: [
    ...innerBlocks.oneOf,
    block('SectionBlock', 'section', { padding: pixels(0, 96), blocks: listOf(innerBlocks) }, { background: colour }),
    block('RepeatBlock', 'repeat', { over: text, as: text, blocks: listOf(innerBlocks) }),
  ],
}

const look = {
  font: { type: 'string', enum: [...FONTS] },
  canvas: colour,
  surface: colour,
  ink: colour,
  accent: colour,
  radius: pixels(0, 48),
}
const theme = object(
  'DesignTheme',
  {},
  { width: pixels(WIDTHS.min, WIDTHS.max), ...look, dark: { type: 'string', enum: ['auto', 'off'] } },
)

/** The JSON schema of a design. */
export const DESIGN_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['version', 'theme', 'previewText', 'blocks'],
  properties: {
    version: { type: 'integer', enum: [DESIGN_VERSION] },
    theme,
    previewText: inlines,
    blocks: { ...listOf(allBlocks), maxItems: MAX_BLOCKS },
  },
}

/** The JSON schema of a brand. */
export const BRAND_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    logo: { type: 'string', description: 'The id of an uploaded image.' },
    darkLogo: { type: 'string', description: 'The id of an uploaded image, for mailboxes in the dark.' },
    ...look,
    postalAddress: { type: 'string', maxLength: 500 },
    social: listOf(object('SocialLink', { kind: { type: 'string', enum: [...SOCIAL_KINDS] }, href: text })),
  },
}
