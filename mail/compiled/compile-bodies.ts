import type { RecipientLinks } from '../links/recipient-links.js'
import { withFooter, type FooterInput } from '../rendering/footer.js'
import { convertHtml } from '../rendering/html-to-text.js'
import { trackLinks } from '../links/track-links.js'
import { fillPieces, Sentinels, TOKEN_SLOT, type Pieces } from './sentinels.js'
import { plainText } from './plain-value.js'
import { slotsInText } from './slots-in-text.js'

/** A rendered body with sentinels in it, and what is to become of it. */
export interface BodyTemplate {
  html: string
  /** Of its sentinels. */
  secret: string
  /** The first slot that no mark of the body names. */
  nextSlot: number
  /** With the mark in the place of their token. */
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
  /** Slot of the token of the pixel. */
  openSlot: number
  /** Of each tracked link. */
  clicks: { slot: number; target: string }[]
  /** Whether the author, or the footer, offers the way out. */
  offersUnsubscribe: boolean
}

/** Why bodies cannot be compiled: the slots that stand where a value is more than text, none where it is not that. */
export interface NotCompiled {
  outside: number[]
}

// Words apart and together, what HTML escapes, what only some alphabets have.
const PROBE = 'Bo 漢字😀 &amp; Co&#39;s &lt;b&gt;Zoë&lt;/b&gt; &quot;x&quot; &amp;amp; a=b=3D'

/**
 * Finishes a marked body as every message is finished, once for all recipients. That it is right for every plain value
 * is what a place in plain text means; where two readers of HTML may differ on that, it is not compiled.
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
  // A target that has the recipient's token in it is another one each time.
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

/** The slots of values that do not stand in plain text, or not once in each version. */
function slotsOutside(body: string, text: string, sentinels: Sentinels): number[] {
  const places = slotsInText(body, sentinels)
  const inText = sentinels.slotsIn(text)
  const isOnce = (slot: number): boolean => inText.includes(slot) && inText.indexOf(slot) === inText.lastIndexOf(slot)
  return sentinels.slotsIn(body).filter((slot) => slot !== TOKEN_SLOT && !(places.has(slot) && isOnce(slot)))
}

interface Trial {
  body: BodyTemplate
  compiled: CompiledBodies
  sentinels: Sentinels
}

/** Tries a value in the place of every mark, against what becomes of the document with that value in it. */
function isRightFor(value: string, { body, compiled, sentinels }: Trial): boolean {
  const { openSlot, clicks } = compiled
  const tokenOf = (slot: number): string => `token-${slot}`
  const filled = (inMark: string): string[] =>
    Array.from({ length: openSlot + clicks.length + 1 }, (_, slot) => {
      if (slot === TOKEN_SLOT) return sentinels.token
      return slot < openSlot ? inMark : tokenOf(slot)
    })
  let links = 0
  const linkTo = (): string => tokenOf(openSlot + (links += 1))
  const html = fillPieces(sentinels.split(body.html), filled(value))
  const finished = finish({ ...body, html }, { linkTo, pixel: tokenOf(openSlot) })
  return (
    finished.html === fillPieces(compiled.html, filled(value)) &&
    finished.text === fillPieces(compiled.text, filled(plainText(value))) &&
    finished.offersUnsubscribe === compiled.offersUnsubscribe
  )
}
