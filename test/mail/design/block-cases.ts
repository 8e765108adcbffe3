import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import type { Block, Brand, DesignTheme, Inline, PlainBlock } from '../../../models/domain/design/design.js'

/** A design whose rendering is recorded. */
export interface BlockCase {
  blocks: Block[]
  theme?: DesignTheme
  brand?: Brand
  language?: string
  previewText?: Inline[]
}

/** The ids of two uploaded images. */
export const IMAGES = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'] as const
const [LOGO, DARK_LOGO] = IMAGES
const PRO: ConditionTree = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}
const words: Inline[] = [{ text: 'Some words' }]
const text = (id: string): PlainBlock => ({ id, type: 'text', content: [{ type: 'paragraph', content: words }] })
const marked: Inline[] = [
  { text: 'Bold', marks: ['bold'] },
  { text: ' italic', marks: ['italic'] },
  { text: ' struck', marks: ['strike'] },
  { text: ' red', marks: [{ color: '#cc0000' }] },
  { text: ' one', marks: [{ link: 'https://example.com/?a=1&b={{ order ?? "0" }}' }] },
  { text: ' link', marks: ['bold', { link: 'https://example.com/?a=1&b={{ order ?? "0" }}' }] },
  { text: ' {{ typed }} {% if %} <b> & "quotes"\nnext line ' },
  { field: 'First Name', fallback: 'my "friend" <3' },
  { field: 'size (cm)', marks: ['bold'] },
]

/** Each block in each of its settings, by the name of its recorded file. */
export const BLOCK_CASES: Record<string, BlockCase> = {
  'heading-levels': {
    blocks: ([1, 2, 3] as const).map((level) => ({ id: `h${level}`, type: 'heading', level, content: words })),
  },
  'heading-aligned': { blocks: [{ id: 'h', type: 'heading', level: 1, align: 'center', content: marked }] },
  'text-marks': {
    blocks: [
      {
        id: 't',
        type: 'text',
        content: [
          { type: 'paragraph', content: marked },
          { type: 'paragraph', content: [], align: 'right' },
          { type: 'list', ordered: false, items: [words, marked] },
          { type: 'list', ordered: true, items: [words] },
        ],
      },
    ],
  },
  'image-uploaded': {
    blocks: [
      { id: 'i', type: 'image', uploadId: LOGO, alt: 'A "cup" {{', width: 300, align: 'left', href: '{{ manageUrl }}' },
    ],
  },
  'image-elsewhere': {
    blocks: [{ id: 'i', type: 'image', src: 'https://example.com/{{ picture }}.png?a=1&b=2', alt: '' }],
  },
  'image-missing': { blocks: [text('t'), { id: 'i', type: 'image', alt: 'None yet' }] },
  'button-solid': {
    blocks: [{ id: 'b', type: 'button', label: marked, href: 'https://example.com/', style: 'solid' }],
  },
  'button-outline': {
    blocks: [
      { id: 'b', type: 'button', label: words, href: 'mailto:a@example.com', style: 'outline', align: 'center' },
    ],
  },
  'divider-spacer-quote': {
    blocks: [
      { id: 'd', type: 'divider' },
      { id: 's', type: 'spacer', height: 24 },
      { id: 'q', type: 'quote', content: marked },
    ],
  },
  'logo-name': { blocks: [{ id: 'l', type: 'logo' }] },
  'logo-pictures': {
    blocks: [{ id: 'l', type: 'logo', width: 120, align: 'center', href: 'https://example.com' }],
    brand: { logo: LOGO, darkLogo: DARK_LOGO },
  },
  social: {
    blocks: [text('t'), { id: 's', type: 'social', align: 'left' }],
    brand: {
      social: [
        { kind: 'x', href: 'https://x.com/a?b=1&c' },
        { kind: 'github', href: 'https://github.com/a' },
      ],
    },
  },
  footer: {
    blocks: [{ id: 'f', type: 'footer' }],
    brand: { postalAddress: 'Acme & Co\n1 Main Street' },
    language: 'pt-BR',
  },
  html: {
    blocks: [{ id: 'own', type: 'html', source: '<center>\n  <blink>{{ x | raw }}</blink> $& {html:own}</center>' }],
  },
  'columns-stacked': {
    blocks: [
      { id: 'c', type: 'columns', ratio: [1, 2, 1], stack: true, columns: [[text('a')], [text('b'), text('d')], []] },
    ],
  },
  'columns-fixed': {
    blocks: [{ id: 'c', type: 'columns', ratio: [1, 1], stack: false, columns: [[text('a')], [text('b')]] }],
  },
  section: {
    blocks: [
      text('t'),
      {
        id: 's',
        type: 'section',
        background: '#0b3d5c',
        padding: 24,
        blocks: [
          { id: 'h', type: 'heading', level: 2, content: marked },
          { id: 'b', type: 'button', label: words, href: 'https://example.com', style: 'solid' },
          { id: 'c', type: 'columns', ratio: [1, 1], stack: true, columns: [[text('x')], [text('y')]] },
        ],
      },
    ],
  },
  repeat: {
    blocks: [
      {
        id: 'r',
        type: 'repeat',
        over: 'event.items',
        as: 'item',
        blocks: [{ id: 't', type: 'text', content: [{ type: 'paragraph', content: [{ field: 'item.name (en)' }] }] }],
      },
    ],
  },
  conditions: {
    blocks: [
      { ...text('row'), when: PRO },
      { id: 'c', type: 'columns', ratio: [1, 1], stack: true, columns: [[{ ...text('a'), when: PRO }], []], when: PRO },
      { id: 's', type: 'section', padding: 0, blocks: [{ ...text('b'), when: PRO }], when: PRO },
    ],
  },
  theme: {
    blocks: [text('t'), { id: 'b', type: 'button', label: words, href: 'https://example.com', style: 'solid' }],
    theme: {
      width: 480,
      font: 'serif',
      canvas: '#101010',
      surface: '#202020',
      ink: '#f0f0f0',
      accent: '#ffcc00',
      radius: 0,
    },
    previewText: marked,
  },
  'without-dark': {
    blocks: [text('t'), { id: 'l', type: 'logo' }],
    theme: { dark: 'off' },
    brand: { logo: LOGO, darkLogo: DARK_LOGO },
  },
  'from-the-right': { blocks: [text('t'), { id: 'q', type: 'quote', content: words }], language: 'ar' },
}
