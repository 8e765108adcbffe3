import { isTrackable, replaceLinks, trackLinks } from '../links/track-links.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { withFooter, type FooterInput } from '../rendering/footer.js'
import { convertHtml } from '../rendering/html-to-text.js'
import { isForPeople, shownInAddress } from '../rendering/shown-address.js'
import { addressKindOf, type LinkSlots } from './link-slots.js'
import { plainText } from './plain-value.js'
import { fillPieces, Sentinels, TOKEN_SLOT, type Pieces } from './sentinels.js'
import { findSlotPlaces, type SlotPlaces } from './slot-places.js'

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
  /** Its slots from that of the pixel on hold the values again, as an address in the text version shows them. */
  text: Pieces
  /** The slot of the pixel's token. */
  openSlot: number
  /** The targets of the tracked links, whose tokens fill the slots after the pixel's. */
  targets: Pieces[]
  /** What the values of a recipient must leave as it is. */
  webAddresses: Pieces[]
  links: LinkSlots[]
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
const WEB_PROBE = `https://probe.example/?${PROBE.replaceAll(' ', '')}`

/**
 * Finishes a body once for all recipients: footer, tracked links, text version. A plain value in plain text changes
 * nothing else in the document. A body is not compiled where two readers of HTML may disagree about what is plain text.
 */
export function compileBodies(body: BodyTemplate): CompiledBodies | NotCompiled {
  const sentinels = new Sentinels(body.secret)
  const { nextSlot: openSlot } = body
  const isTracked = (target: string): boolean =>
    sentinels.occurIn(target) ? isWebWithSlots(target, body, sentinels) : isTrackable(target, ownPages(body))
  const finished = finish(body, {
    isTracked,
    tokenOf: (index) => sentinels.of(openSlot + index),
    textOf: (html) => textWithAddressSlots(html, openSlot, sentinels),
  })
  const places = findSlotPlaces(finished.body, sentinels)
  const outside = slotsOutside(finished, places, { openSlot, sentinels })
  // A message without text says its subject, which each recipient has for itself.
  if (outside.length > 0 || finished.text === '') return { outside }
  const compiled = {
    html: sentinels.split(finished.html),
    text: sentinels.split(finished.text),
    openSlot,
    targets: finished.targets.map((target) => sentinels.split(target)),
    webAddresses: places.webAddresses,
    links: places.links,
    offersUnsubscribe: finished.offersUnsubscribe,
  }
  return isRightFor(PROBE, { body, compiled, sentinels }) ? compiled : { outside }
}

/** A document with its links tracked. */
interface Finished {
  body: string
  html: string
  text: string
  targets: string[]
  offersUnsubscribe: boolean
}

interface Tracking {
  isTracked: (target: string) => boolean
  /** The token of the pixel for 0, and of the links from 1 on. */
  tokenOf: (index: number) => string
  textOf?: (html: string) => string
}

function finish(
  template: BodyTemplate,
  { isTracked, tokenOf, textOf = (html) => convertHtml(html) }: Tracking,
): Finished {
  const { html, links, footer, trackingUrl } = template
  const targets: string[] = []
  const { html: body, offersUnsubscribe } = withFooter({ html, links, footer })
  const tracking = {
    isTracked,
    linkTo: (target: string) => `${trackingUrl}/c/${tokenOf(targets.push(target))}`,
    pixelUrl: `${trackingUrl}/o/${tokenOf(0)}.gif`,
  }
  return {
    body,
    html: trackingUrl === null ? body : trackLinks(body, tracking),
    text: textOf(body),
    targets,
    offersUnsubscribe,
  }
}

function ownPages({ links }: BodyTemplate): string[] {
  return [links.unsubscribeUrl, links.subscribeUrl, links.manageUrl]
}

function isWebWithSlots(target: string, body: BodyTemplate, sentinels: Sentinels): boolean {
  const isOwn = ownPages(body).some((url) => target.startsWith(url))
  return !isOwn && addressKindOf(sentinels.split(target)) === 'web'
}

/** The slots in which a value may change the document, or stands in the text version more or less often than expected. */
function slotsOutside(
  { body, text }: Finished,
  { slots }: SlotPlaces,
  { openSlot, sentinels }: { openSlot: number; sentinels: Sentinels },
): number[] {
  const inText = countOf(sentinels.slotsIn(text).map((slot) => slot % openSlot))
  const outside = [...countOf(sentinels.slotsIn(body))].filter(([slot, count]) => {
    const place = slots.get(slot)
    return count !== place?.inBody || (inText.get(slot) ?? 0) !== place.inText
  })
  return outside.map(([slot]) => slot).filter((slot) => slot !== TOKEN_SLOT)
}

// An address in the text version shows a value otherwise than its words do, so that it has a slot of its own there.
function textWithAddressSlots(html: string, openSlot: number, sentinels: Sentinels): string {
  const withSlots = (text: string, slotOf: (slot: number) => number): string => {
    const pieces = sentinels.split(text)
    return pieces.map((piece) => (typeof piece === 'number' ? sentinelOf(slotOf(piece), sentinels) : piece)).join('')
  }
  const ofAddress = (slot: number): number => (slot === TOKEN_SLOT ? slot : openSlot + slot)
  const document = replaceLinks(html, (target) => (isForPeople(target) ? target : withSlots(target, ofAddress)))
  return convertHtml(document, null, { asInLabel: (address) => withSlots(address, (slot) => slot % openSlot) })
}

function sentinelOf(slot: number, sentinels: Sentinels): string {
  return slot === TOKEN_SLOT ? sentinels.token : sentinels.of(slot)
}

function countOf(slots: number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const slot of slots) counts.set(slot, (counts.get(slot) ?? 0) + 1)
  return counts
}

interface Trial {
  body: BodyTemplate
  compiled: CompiledBodies
  sentinels: Sentinels
}

/** Whether filling all slots with a value gives the same bodies as finishing the document with that value in it. */
function isRightFor(value: string, { body, compiled, sentinels }: Trial): boolean {
  const { openSlot, targets, webAddresses } = compiled
  const tokenOf = (index: number): string => `token-${index}`
  const values = Array.from({ length: openSlot }, () => value)
  for (const [first] of webAddresses) if (typeof first === 'number') values[first] = WEB_PROBE
  values[TOKEN_SLOT] = sentinels.token
  const tokens = Array.from({ length: targets.length + 1 }, (_, index) => tokenOf(index))
  const html = fillPieces(sentinels.split(body.html), values)
  const isTracked = (target: string): boolean => isTrackable(target, ownPages(body))
  const finished = finish({ ...body, html }, { isTracked, tokenOf })
  const texts = values.map(plainText)
  return (
    finished.html === fillPieces(compiled.html, [...values, ...tokens]) &&
    finished.text === fillPieces(compiled.text, [...texts, ...texts.map(shownInAddress)]) &&
    finished.targets.every((target, index) => target === fillPieces(targets[index] ?? [], texts)) &&
    finished.offersUnsubscribe === compiled.offersUnsubscribe
  )
}
