import type { RecipientLinks } from '../links/recipient-links.js'
import { withFooter, type FooterInput } from '../rendering/footer.js'
import { convertHtml } from '../rendering/html-to-text.js'
import { trackLinks } from '../links/track-links.js'
import { fillPieces, Sentinels, TOKEN_SLOT, type Pieces } from './sentinels.js'
import { plainText } from './plain-value.js'
import { slotsInText } from './slots-in-text.js'

/** A rendered body with sentinels, and how it is finished. */
export interface BodyTemplate {
  html: string
  /** The secret of its sentinels. */
  secret: string
  /** The first slot after those of the body. */
  nextSlot: number
  /** Links with the sentinel of the token in the place of a token. */
  links: RecipientLinks
  /** Null where the message has none. */
  footer: Omit<FooterInput, keyof RecipientLinks> | null
  /** The origin of tracked links; null where nothing is tracked. */
  trackingUrl: string | null
}

/** Both bodies of a message, to be filled in for each recipient. */
export interface CompiledBodies {
  html: Pieces
  text: Pieces
  /** The slot of the pixel's token. */
  openSlot: number
  /** The slot of each tracked link's token. */
  clicks: { slot: number; target: string }[]
  /** Whether the body or its footer links to the recipient's pages. */
  offersUnsubscribe: boolean
}

/** Bodies that cannot be compiled. */
export interface NotCompiled {
  /** The slots in which a value is more than text; empty where the bodies cannot be compiled for another reason. */
  outside: number[]
}

// Spaces, entities, and characters of several alphabets.
const PROBE = 'Bo 漢字😀 &amp; Co&#39;s &lt;b&gt;Zoë&lt;/b&gt; &quot;x&quot; &amp;amp; a=b=3D'

/**
 * Finishes a body once for all recipients: footer, tracked links, text version. A plain value in plain text changes
 * nothing else in the document. A body is not compiled where two readers of HTML may disagree about what is plain text.
 */
export function compileBodies(body: BodyTemplate): CompiledBodies | NotCompiled {
  const sentinels = new Sentinels(body.secret)
  const clicks: { slot: number; target: string }[] = []
  const openSlot = body.nextSlot
  const linkTo = (target: string): string => {
    clicks.push({ slot: openSlot + 1 + clicks.length, target })
    return sentinels.of(openSlot + clicks.length)
  }
  const finished = finish(body, { linkTo, pixel: sentinels.of(openSlot) })
  const outside = slotsOutside(finished.body, finished.text, sentinels)
  // A target with the recipient's token differs for each recipient.
  if (outside.length > 0 || clicks.some(({ target }) => sentinels.occurIn(target))) return { outside }
  const { offersUnsubscribe } = finished
  const compiled = {
    html: sentinels.split(finished.html),
    text: sentinels.split(finished.text),
    openSlot,
    clicks,
    offersUnsubscribe,
  }
  return isRightFor(PROBE, { body, compiled, sentinels }) ? compiled : { outside }
}

interface Tokens {
  linkTo: (target: string) => string
  pixel: string
}

function finish({ html, links, footer, trackingUrl }: BodyTemplate, { linkTo, pixel }: Tokens) {
  const { unsubscribeUrl, subscribeUrl, manageUrl } = links
  const body = footer ? withFooter(html, { ...footer, unsubscribeUrl, manageUrl }) : html
  const tracking = {
    linkTo: (target: string) => `${trackingUrl}/c/${linkTo(target)}`,
    pixelUrl: `${trackingUrl}/o/${pixel}.gif`,
    keep: [unsubscribeUrl, subscribeUrl, manageUrl],
  }
  return {
    body,
    html: trackingUrl === null ? body : trackLinks(body, tracking),
    text: convertHtml(body),
    offersUnsubscribe: [unsubscribeUrl, manageUrl].some((url) => body.includes(url)),
  }
}

/** The slots whose sentinels do not stand in plain text, or not exactly once in the text version. */
function slotsOutside(body: string, text: string, sentinels: Sentinels): number[] {
  const inBody = slotsInText(body, sentinels)
  const inText = sentinels.slotsIn(text)
  const isOnce = (slot: number): boolean => inText.includes(slot) && inText.indexOf(slot) === inText.lastIndexOf(slot)
  return sentinels.slotsIn(body).filter((slot) => slot !== TOKEN_SLOT && !(inBody.has(slot) && isOnce(slot)))
}

interface Trial {
  body: BodyTemplate
  compiled: CompiledBodies
  sentinels: Sentinels
}

/** Whether filling all slots with a value gives the same bodies as finishing the document with that value in it. */
function isRightFor(value: string, { body, compiled, sentinels }: Trial): boolean {
  const { openSlot, clicks } = compiled
  const tokenOf = (slot: number): string => `token-${slot}`
  const valuesWith = (plain: string): string[] =>
    Array.from({ length: openSlot + clicks.length + 1 }, (_, slot) => {
      if (slot === TOKEN_SLOT) return sentinels.token
      return slot < openSlot ? plain : tokenOf(slot)
    })
  let links = 0
  const linkTo = (): string => tokenOf(openSlot + (links += 1))
  const html = fillPieces(sentinels.split(body.html), valuesWith(value))
  const finished = finish({ ...body, html }, { linkTo, pixel: tokenOf(openSlot) })
  return (
    finished.html === fillPieces(compiled.html, valuesWith(value)) &&
    finished.text === fillPieces(compiled.text, valuesWith(plainText(value))) &&
    finished.offersUnsubscribe === compiled.offersUnsubscribe
  )
}
