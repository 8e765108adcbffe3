import sanitizeHtml from 'sanitize-html'
import { ShallowTokenizer } from './shallow-tokenizer.js'

const TAGS = (
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd ' +
  'del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd ' +
  'li main mark nav ol p pre q s samp section small span strike strong sub summary sup table tbody td ' +
  'tfoot th thead time tr tt u ul var wbr'
).split(' ')

// A reader of the message does not see the text in these elements.
const DROPPED_WITH_TEXT = (
  'script style title textarea option select noscript iframe noframes noembed object applet embed svg ' +
  'math template xmp plaintext audio video canvas'
).split(' ')

// An id, a name or a class could collide with those of the page that shows the message.
const ATTRIBUTES = {
  '*': ['style', 'dir', 'lang', 'title', 'align', 'valign', 'width', 'height', 'bgcolor', 'color'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'border', 'hspace', 'vspace'],
  font: ['face', 'size'],
  table: ['border', 'cellpadding', 'cellspacing', 'role'],
  td: ['colspan', 'rowspan', 'nowrap'],
  th: ['colspan', 'rowspan', 'nowrap', 'scope'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
  hr: ['size', 'noshade'],
  time: ['datetime'],
}

// linear: words between ^ and $, of which one ends in a run.
const STYLES = new RegExp(
  `^(?:${[
    'background-color|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width|collapse|spacing|radius))?',
    'clear|color|direction|display|float|font(?:-(?:family|size|style|variant|weight))?|(?:max-|min-)?(?:height|width)',
    'letter-spacing|line-height|list-style-type|margin(?:-(?:top|right|bottom|left))?',
    'padding(?:-(?:top|right|bottom|left))?|table-layout|text-(?:align|decoration|indent|transform)',
    'vertical-align|white-space|word-(?:break|spacing|wrap)|overflow-wrap|mso-[a-z-]+',
  ].join('|')})$`,
)

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  nonTextTags: DROPPED_WITH_TEXT,
  parser: { decodeEntities: true, Tokenizer: ShallowTokenizer },
  // The transformations below check the addresses, and drop more than these schemes could.
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: styled(linked(attributes)) }),
    img: (tagName, attributes) => ({ tagName, attribs: styled(pictured(attributes)) }),
    '*': (tagName, attributes) => ({ tagName, attribs: styled(attributes) }),
  },
}

/**
 * Makes the HTML of a received message safe to show. The result has no scripts, styles, forms, frames or event
 * handlers, and loads nothing by itself: images stay only with `cid:`, and links with http, https, mailto and tel.
 * Sanitising the result again changes nothing.
 */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}

function linked({ href, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const address = bareAddress(href)
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(address)) return others
  // An existing attribute would keep its place, so that sanitising again would change the order.
  delete others.rel
  return { ...others, href: address, rel: 'noopener noreferrer nofollow' }
}

function pictured({ src, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const address = bareAddress(src)
  return /^cid:/i.test(address) ? { ...others, src: address } : others
}

// Browsers ignore control characters in an address, and blanks around it.
function bareAddress(address: string | undefined): string {
  return (address ?? '').replace(/\p{Cc}/gu, '').trim()
}

function styled({ style, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const kept = style === undefined ? '' : safeStyle(style)
  return kept === '' ? others : { ...others, style: kept }
}

// Declarations that load, run or leave their place in the page are dropped: other properties, and values with escapes,
// comments or functions (except colours).
function safeStyle(style: string): string {
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = declaration.slice(colon + 1).trim()
      return STYLES.test(property) && isSafeValue(value) ? [`${property}: ${value}`] : []
    })
    .join('; ')
}

function isSafeValue(value: string): boolean {
  const withoutColours = value.replace(/\b(?:rgba?|hsla?)\(([\d\s.,%/]*)\)/gi, '')
  return value.length <= 200 && /^[\w\s#%.,'"!+-]*$/.test(withoutColours) && value !== ''
}
