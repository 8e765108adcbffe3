import { withParameters, type LinkParameter } from '../../models/domain/utm.js'
import { addLinkParameters, mayHaveParameters } from '../links/link-parameters.js'
import { isTrackable, replaceLinks, trackLinks, withoutMarks } from '../links/track-links.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { withFooter, type FooterInput } from '../rendering/footer.js'
import { convertHtml } from '../rendering/html-to-text.js'
import { isForPeople, shownInAddress } from '../rendering/shown-address.js'
import { addressKindOf, type CompiledLink } from './compiled-link.js'
import { fillFields, PARAMETERS_FIELD, TOKEN_FIELD, type CompiledText } from './compiled-text.js'
import { fillAddresses } from './fill-addresses.js'
import { Markers } from './markers.js'
import { findPlainFields, type PlainFields } from './plain-fields.js'

/** A rendered body with markers, and the settings to finish it. */
export interface BodyTemplate {
  html: string
  /** The secret of the markers. */
  secret: string
  /** The first field after those of the body. */
  nextField: number
  /** The recipient's links, with a marker for the token. */
  links: RecipientLinks
  /** Null where the message has no footer. */
  footer: Omit<FooterInput, keyof RecipientLinks> | null
  /** The origin of tracked links; null where nothing is tracked. */
  trackingUrl: string | null
  /** The parameters that web links get; null where they differ between recipients. */
  parameters: readonly LinkParameter[] | null
}

/** Both bodies of a message, whose fields are filled in for each recipient. */
export interface CompiledBodies {
  html: CompiledText
  /** The fields from `pixelField` on are the values again, as an address in the text version shows them. */
  text: CompiledText
  /** Addresses of links, without the parameters of links. With these, they fill the fields before the pixel's. */
  addresses: CompiledText[]
  /** The parameters of links; null where they differ between recipients. */
  parameters: readonly LinkParameter[] | null
  /** The field of the pixel's token. */
  pixelField: number
  /** The targets of the tracked links, whose tokens fill the fields after the pixel's. */
  targets: CompiledText[]
  /** Addresses that must be web addresses with the values of each recipient. */
  webAddresses: CompiledText[]
  /** Links that must show or hide their address as they do with markers. */
  links: CompiledLink[]
  /** Whether the body or its footer links to the recipient's pages. */
  offersUnsubscribe: boolean
}

/** Bodies that cannot be compiled. */
export interface NotCompiled {
  /** Fields whose values may change the document, so that each value needs a variant; empty for any other reason. */
  variantFields: number[]
}

// Spaces, entities, and characters of several alphabets.
const PROBE = 'Bo 漢字😀 &amp; Co&#39;s &lt;b&gt;Zoë&lt;/b&gt; &quot;x&quot; &amp;amp; a=b=3D'
const PROBE_PARAMETERS: LinkParameter[] = [{ name: 'utm_source', value: 'probe%20%3D' }]
const WEB_PROBE = `https://probe.example/?${PROBE.replaceAll(' ', '')}`

/**
 * Finishes a body once for all recipients: footer, tracked links, text version. This is right because a plain value in
 * plain text changes nothing else in the document. Where two HTML parsers may disagree about what is plain text, the
 * body is not compiled.
 */
export function compileBodies(sent: BodyTemplate): CompiledBodies | NotCompiled {
  const markers = new Markers(sent.secret)
  const { html, addresses } = withAddressFields(sent, markers)
  const body = { ...sent, html }
  const pixelField = sent.nextField + addresses.length
  const isTracked = (target: string): boolean =>
    markers.occurIn(target) ? isWebWithFields(target, body, markers) : isTrackable(target, recipientPages(body))
  const finished = finish(body, {
    isTracked,
    tokenOf: (index) => markers.of(pixelField + index),
    textOf: (html) => textWithAddressFields(html, pixelField, markers),
  })
  const plain = findPlainFields(finished.body, markers)
  const found = findVariantFields(finished, plain, { pixelField, markers })
  const variantFields = found.flatMap((field) => {
    const address = addresses[field - sent.nextField]
    return address ? fieldsBehind(address, sent) : [field]
  })
  // The text version of a message without text is its subject, which differs between recipients.
  if (found.length > 0 || finished.text === '') return { variantFields }
  const compiled = {
    html: markers.split(finished.html),
    text: markers.split(finished.text),
    addresses,
    parameters: sent.parameters,
    pixelField,
    targets: finished.targets.map((target) => markers.split(target)),
    webAddresses: plain.webAddresses,
    links: plain.links,
    offersUnsubscribe: finished.offersUnsubscribe,
  }
  return isRightFor(PROBE, { body: sent, compiled, markers }) ? compiled : { variantFields }
}

/**
 * Adds the parameters of links to the body. Where they or the address depend on the recipient, the whole address is a
 * field: the values decide where the parameters go, and which of them the address has already.
 */
function withAddressFields(body: BodyTemplate, markers: Markers): { html: string; addresses: CompiledText[] } {
  const { parameters, nextField } = body
  if (parameters?.length === 0) return { html: body.html, addresses: [] }
  const fields = new Map<string, number>()
  const html = replaceLinks(body.html, (target, { isKept }) => {
    const isFixed = !markers.occurIn(target)
    const isWeb = isFixed ? mayHaveParameters(target, recipientPages(body)) : isWebWithFields(target, body, markers)
    if (isKept || !isWeb) return target
    if (isFixed && parameters) return withParameters(target, parameters)
    const field = fields.get(target) ?? nextField + fields.size
    fields.set(target, field)
    return markers.of(field)
  })
  return { html, addresses: [...fields.keys()].map((target) => markers.split(target)) }
}

/** The fields that decide about an address. */
function fieldsBehind(address: CompiledText, { parameters }: BodyTemplate): number[] {
  const own = address.filter((item) => typeof item === 'number' && item !== TOKEN_FIELD) as number[]
  return parameters === null ? [...own, PARAMETERS_FIELD] : own
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
  /** The token of the pixel for 0, and the tokens of the links from 1 on. */
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
    html: trackingUrl === null ? withoutMarks(body) : trackLinks(body, tracking),
    text: textOf(body),
    targets,
    offersUnsubscribe,
  }
}

function recipientPages({ links }: BodyTemplate): string[] {
  return [links.unsubscribeUrl, links.subscribeUrl, links.manageUrl]
}

function isWebWithFields(target: string, body: BodyTemplate, markers: Markers): boolean {
  const isRecipientPage = recipientPages(body).some((url) => target.startsWith(url))
  return !isRecipientPage && addressKindOf(markers.split(target)) === 'web'
}

/** The fields that are not plain, or that stand in the text version more or less often than expected. */
function findVariantFields(
  { body, text }: Finished,
  { fields }: PlainFields,
  { pixelField, markers }: { pixelField: number; markers: Markers },
): number[] {
  const inText = countOf(markers.fieldsIn(text).map((field) => field % pixelField))
  const others = [...countOf(markers.fieldsIn(body))].filter(([field, count]) => {
    const plain = fields.get(field)
    return count !== plain?.inBody || (inText.get(field) ?? 0) !== plain.inText
  })
  return others.map(([field]) => field).filter((field) => field !== TOKEN_FIELD)
}

// The text version shows a value in an address otherwise than in the words around it, so the address has another field.
function textWithAddressFields(html: string, pixelField: number, markers: Markers): string {
  const withFields = (text: string, fieldOf: (field: number) => number): string => {
    const items = markers.split(text)
    return items.map((item) => (typeof item === 'number' ? markers.of(fieldOf(item)) : item)).join('')
  }
  const ofAddress = (field: number): number => (field === TOKEN_FIELD ? field : pixelField + field)
  const document = replaceLinks(html, (target) => (isForPeople(target) ? target : withFields(target, ofAddress)))
  return convertHtml(document, null, { asInLabel: (address) => withFields(address, (field) => field % pixelField) })
}

function countOf(fields: number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1)
  return counts
}

interface Trial {
  body: BodyTemplate
  compiled: CompiledBodies
  markers: Markers
}

/** Whether filling every field with a value gives the same bodies as finishing the document with that value in it. */
function isRightFor(value: string, { body, compiled, markers }: Trial): boolean {
  const { targets, webAddresses, addresses } = compiled
  const parameters = body.parameters ?? PROBE_PARAMETERS
  const tokenOf = (index: number): string => `token-${index}`
  const own = Array.from({ length: body.nextField }, () => value)
  for (const [first] of [...webAddresses, ...addresses]) {
    if (typeof first === 'number' && first < body.nextField) own[first] = WEB_PROBE
  }
  own[TOKEN_FIELD] = markers.token
  const filled = fillAddresses(addresses, own, parameters)
  if (filled === null) return false
  const { values, texts } = filled
  const tokens = Array.from({ length: targets.length + 1 }, (_, index) => tokenOf(index))
  const keep = recipientPages(body)
  const html = addLinkParameters({ html: fillFields(markers.split(body.html), own), parameters, keep })
  const finished = finish({ ...body, html }, { isTracked: (target) => isTrackable(target, keep), tokenOf })
  return (
    finished.html === fillFields(compiled.html, [...values, ...tokens]) &&
    finished.text === fillFields(compiled.text, [...texts, ...texts.map(shownInAddress)]) &&
    finished.targets.every((target, index) => target === fillFields(targets[index] ?? [], texts)) &&
    finished.offersUnsubscribe === compiled.offersUnsubscribe
  )
}
