import { MAX_ALT_LENGTH } from '../images/image.js'
import { readLink, readWebAddress } from './address.js'
import { BUTTON_STYLES, MAX_BLOCKS, type Block, type BlockType, type ColumnsBlock, type PlainBlock } from './design.js'
import { readAlign, readFieldName, readInlines, readTextParts } from './read-inline.js'
import { WIDTHS, readUploadId } from './read-theme.js'
import { readWhen } from './read-when.js'
import { withoutUndefined, type Reading } from './reading.js'

const MAX_ID_LENGTH = 40
const MAX_HTML_LENGTH = 500 * 1024
const MAX_HEIGHT = 400
const MAX_PADDING = 96
const MAX_RATIO = 12
const COLUMNS = { min: 2, max: 4 } as const
const ID = /^[\w-]+$/
/** The name that stands for an entry of a repeat in its fields. */
const ENTRY_NAME = /^[a-z_][a-z0-9_]{0,39}$/i
const RESERVED = new Set('and or not contains true false nil null empty blank forloop tablerowloop'.split(' '))

type Sent = Record<string, unknown>
type Fields<T extends BlockType> = Omit<Extract<Block, { type: T }>, 'id' | 'when' | 'type'>
type BlockReaders = { [T in BlockType]: (reading: Reading, sent: Sent, at: string) => Fields<T> | null }

const PLAIN = [
  'heading',
  'text',
  'image',
  'button',
  'divider',
  'spacer',
  'quote',
  'logo',
  'social',
  'footer',
  'html',
] as const satisfies readonly PlainBlock['type'][]
const INNER = [...PLAIN, 'columns'] as const
const ALL = [...INNER, 'section', 'repeat'] as const

/** Reads the blocks of a design. */
export function readBlocks(reading: Reading, value: unknown, at: string): Block[] | null {
  return readListOf(reading, { value, at, types: ALL })
}

const READERS: BlockReaders = {
  heading(reading, sent, at) {
    const level = reading.oneOf(sent['level'], `${at}.level`, [1, 2, 3])
    const content = readInlines(reading, sent['content'], `${at}.content`)
    const align = readAlign(reading, sent, at)
    return level === null || !content ? null : { level, align, content }
  },
  text(reading, sent, at) {
    const content = readTextParts(reading, sent['content'], `${at}.content`)
    return content && { content }
  },
  image(reading, sent, at) {
    const uploadId = reading.optional(sent['uploadId'], `${at}.uploadId`, (id, path) => readUploadId(reading, id, path))
    const src = reading.optional(sent['src'], `${at}.src`, (url, path) => readWebAddress(reading, url, path))
    if (sent['uploadId'] != null && sent['src'] != null) {
      return reading.refuse(`${at}.src`, 'An image has either an uploadId or a src', 'custom')
    }
    const alt = reading.text(sent['alt'], `${at}.alt`, { max: MAX_ALT_LENGTH })
    const place = { width: readWidth(reading, sent, at), align: readAlign(reading, sent, at) }
    return alt === null ? null : { uploadId, src, alt, ...place, href: readHref(reading, sent, at) }
  },
  button(reading, sent, at) {
    const label = readInlines(reading, sent['label'], `${at}.label`)
    const href = readLink(reading, sent['href'], `${at}.href`)
    const style = reading.oneOf(sent['style'], `${at}.style`, BUTTON_STYLES)
    const align = readAlign(reading, sent, at)
    return !label || href === null || style === null ? null : { label, href, style, align }
  },
  divider: () => ({}),
  spacer(reading, sent, at) {
    const height = reading.integer(sent['height'], `${at}.height`, 1, MAX_HEIGHT)
    return height === null ? null : { height }
  },
  quote(reading, sent, at) {
    const content = readInlines(reading, sent['content'], `${at}.content`)
    return content && { content }
  },
  logo: (reading, sent, at) => ({
    width: readWidth(reading, sent, at),
    align: readAlign(reading, sent, at),
    href: readHref(reading, sent, at),
  }),
  social: (reading, sent, at) => ({ align: readAlign(reading, sent, at) }),
  footer: (reading, sent, at) => ({ align: readAlign(reading, sent, at) }),
  html(reading, sent, at) {
    const source = reading.text(sent['source'], `${at}.source`, { max: MAX_HTML_LENGTH })
    return source === null ? null : { source }
  },
  columns(reading, sent, at) {
    const ratio = reading.list(sent['ratio'], `${at}.ratio`, {
      ...COLUMNS,
      read: (share, path) => reading.integer(share, path, 1, MAX_RATIO),
    })
    const stack = reading.boolean(sent['stack'], `${at}.stack`)
    const columns = reading.list(sent['columns'], `${at}.columns`, {
      ...COLUMNS,
      read: (blocks, path) => readListOf(reading, { value: blocks, at: path, types: PLAIN }) as PlainBlock[] | null,
    })
    if (!ratio || stack === null || !columns) return null
    if (ratio.length === columns.length) return { ratio, stack, columns }
    return reading.refuse(`${at}.ratio`, 'Must have one share for each column', 'custom')
  },
  section(reading, sent, at) {
    const background = reading.optional(sent['background'], `${at}.background`, (colour, path) =>
      reading.colour(colour, path),
    )
    const padding = reading.integer(sent['padding'], `${at}.padding`, 0, MAX_PADDING)
    const blocks = readInner(reading, sent, at)
    return padding === null || !blocks ? null : { background, padding, blocks }
  },
  repeat(reading, sent, at) {
    const over = readFieldName(reading, sent['over'], `${at}.over`)
    const as = reading.text(sent['as'], `${at}.as`, { min: 1, max: 40 })
    const blocks = readInner(reading, sent, at)
    if (over === null || as === null || !blocks) return null
    if (ENTRY_NAME.test(as) && !RESERVED.has(as)) return { over, as, blocks }
    return reading.refuse(`${at}.as`, 'Must be one word of letters, digits and _', 'invalid_string')
  },
}

function readInner(reading: Reading, sent: Sent, at: string): (PlainBlock | ColumnsBlock)[] | null {
  const blocks = readListOf(reading, { value: sent['blocks'], at: `${at}.blocks`, types: INNER })
  return blocks as (PlainBlock | ColumnsBlock)[] | null
}

function readListOf(
  reading: Reading,
  { value, at, types }: { value: unknown; at: string; types: readonly BlockType[] },
): Block[] | null {
  return reading.list(value, at, {
    max: MAX_BLOCKS,
    read: (item, path) => readBlock(reading, item, { at: path, types }),
  })
}

function readBlock(
  reading: Reading,
  value: unknown,
  { at, types }: { at: string; types: readonly BlockType[] },
): Block | null {
  reading.blocks += 1
  if (reading.blocks > MAX_BLOCKS) {
    // One error is enough, however many blocks follow.
    return reading.blocks > MAX_BLOCKS + 1
      ? null
      : reading.refuse(at, `A design can have at most ${MAX_BLOCKS} blocks`, 'too_big')
  }
  const sent = reading.object(value, at)
  if (!sent) return null
  const id = readId(reading, sent['id'], `${at}.id`)
  const type = reading.oneOf(sent['type'], `${at}.type`, types)
  const when = reading.optional(sent['when'], `${at}.when`, (condition, path) => readWhen(reading, condition, path))
  if (type === null) return null
  const fields = READERS[type](reading, sent, at)
  return id === null || !fields ? null : (withoutUndefined({ id, type, when, ...fields }) as Block)
}

function readId(reading: Reading, value: unknown, at: string): string | null {
  const id = reading.text(value, at, { min: 1, max: MAX_ID_LENGTH })
  if (id === null) return null
  if (!ID.test(id)) return reading.refuse(at, 'An id has letters, digits, - and _ only', 'invalid_string')
  if (reading.ids.has(id)) return reading.refuse(at, 'Another block has this id', 'custom')
  reading.ids.add(id)
  return id
}

function readWidth(reading: Reading, sent: Sent, at: string): number | undefined {
  return reading.optional(sent['width'], `${at}.width`, (width, path) => reading.integer(width, path, 1, WIDTHS.max))
}

function readHref(reading: Reading, sent: Sent, at: string): string | undefined {
  return reading.optional(sent['href'], `${at}.href`, (href, path) => readLink(reading, href, path))
}
