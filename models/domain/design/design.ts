import type { ConditionTree } from '../conditions/tree.js'

/** The version of the document that this code writes. */
export const DESIGN_VERSION = 1
/** Limit on the JSON text of a design. */
export const MAX_DESIGN_BYTES = 500 * 1024
/** Limit on the blocks of a design, those inside of others included. */
export const MAX_BLOCKS = 500

export const FONTS = ['sans', 'serif', 'mono'] as const
/** A stack of fonts that every mailbox has; no font is loaded from elsewhere. */
export type Font = (typeof FONTS)[number]

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

export const BUTTON_STYLES = ['solid', 'outline'] as const
export type ButtonStyle = (typeof BUTTON_STYLES)[number]

export const SOCIAL_KINDS = [
  'website',
  'facebook',
  'instagram',
  'linkedin',
  'x',
  'youtube',
  'tiktok',
  'mastodon',
  'github',
  'bluesky',
] as const
export type SocialKind = (typeof SOCIAL_KINDS)[number]

/** A profile of the sender elsewhere. */
export interface SocialLink {
  kind: SocialKind
  href: string
}

/**
 * Colours as `#rrggbb`, sizes in CSS pixels. What is missing comes from the project's brand, then from the defaults.
 */
export interface DesignTheme {
  width?: number
  font?: Font
  canvas?: string
  surface?: string
  ink?: string
  accent?: string
  radius?: number
  /** Whether mailboxes in the dark get counterparts of the colours; `off` keeps the light ones. */
  dark?: 'auto' | 'off'
}

/** How the mails of a project look; all of it is optional. Logos are ids of uploads. */
export interface Brand {
  logo?: string
  darkLogo?: string
  accent?: string
  ink?: string
  canvas?: string
  surface?: string
  font?: Font
  radius?: number
  postalAddress?: string
  social?: SocialLink[]
}

/** The look of a run of text. A link goes to an address, which may have fields in Liquid. */
export type Mark = 'bold' | 'italic' | 'strike' | { link: string } | { color: string }

/** Text as it is written: it is never HTML or Liquid. A line break is `\n`. */
export interface TextRun {
  text: string
  marks?: Mark[]
}

/** A field of the contact or, in a repeat, of its item (`item.name`); in a workflow also `event.…`. */
export interface FieldChip {
  field: string
  fallback?: string
  marks?: Mark[]
}

/** A part of a line of text. */
export type Inline = TextRun | FieldChip

/** A paragraph of a text block. */
export interface Paragraph {
  type: 'paragraph'
  content: Inline[]
  align?: Alignment
}

/** A list of a text block; each item is one line. */
export interface TextList {
  type: 'list'
  ordered: boolean
  items: Inline[][]
}

/** What a text block consists of. */
export type TextPart = Paragraph | TextList

interface Base {
  /** Short, unique in its design, and kept for good, so that findings can name the block. */
  id: string
  /** The block is shown to those alone who meet this condition on contact fields and, in a workflow, event data. */
  when?: ConditionTree
}

export interface HeadingBlock extends Base {
  type: 'heading'
  level: 1 | 2 | 3
  align?: Alignment
  content: Inline[]
}

export interface TextBlock extends Base {
  type: 'text'
  content: TextPart[]
}

/** A picture of the library (`uploadId`) or of another server (`src`). */
export interface ImageBlock extends Base {
  type: 'image'
  uploadId?: string
  src?: string
  alt: string
  /** The width at which it is shown; missing: as wide as its place. */
  width?: number
  align?: Alignment
  href?: string
}

export interface ButtonBlock extends Base {
  type: 'button'
  label: Inline[]
  href: string
  style: ButtonStyle
  align?: Alignment
}

export interface DividerBlock extends Base {
  type: 'divider'
}

export interface SpacerBlock extends Base {
  type: 'spacer'
  height: number
}

export interface QuoteBlock extends Base {
  type: 'quote'
  content: Inline[]
}

/** The logo of the brand; without one, the name of the project. */
export interface LogoBlock extends Base {
  type: 'logo'
  width?: number
  align?: Alignment
  href?: string
}

/** The social links of the brand. */
export interface SocialBlock extends Base {
  type: 'social'
  align?: Alignment
}

/** Postal address of the brand, why one gets the mail, and the links to unsubscribe and to the preferences. */
export interface FooterBlock extends Base {
  type: 'footer'
  align?: Alignment
}

/** HTML of its author, kept to the byte. */
export interface HtmlBlock extends Base {
  type: 'html'
  source: string
}

/** A block that holds no other. */
export type PlainBlock =
  | HeadingBlock
  | TextBlock
  | ImageBlock
  | ButtonBlock
  | DividerBlock
  | SpacerBlock
  | QuoteBlock
  | LogoBlock
  | SocialBlock
  | FooterBlock
  | HtmlBlock

/** Two to four columns side by side; on a phone one below the other unless `stack` is false. */
export interface ColumnsBlock extends Base {
  type: 'columns'
  /** The shares of the width, one for each column. */
  ratio: number[]
  stack: boolean
  columns: PlainBlock[][]
}

/** Blocks on a ground of their own. */
export interface SectionBlock extends Base {
  type: 'section'
  background?: string
  padding: number
  blocks: (PlainBlock | ColumnsBlock)[]
}

/** Blocks that are written once for each entry of a list in the data (`over`); chips name an entry's fields by `as`. */
export interface RepeatBlock extends Base {
  type: 'repeat'
  over: string
  as: string
  blocks: (PlainBlock | ColumnsBlock)[]
}

export type Block = PlainBlock | ColumnsBlock | SectionBlock | RepeatBlock
export type BlockType = Block['type']

/** The document of the visual editor, from which the server makes the HTML of a message. */
export interface EmailDesign {
  version: typeof DESIGN_VERSION
  theme: DesignTheme
  previewText: Inline[]
  blocks: Block[]
}
