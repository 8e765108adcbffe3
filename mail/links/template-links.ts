import { UTM_NAMES, type Utm } from '../../models/domain/utm.js'
import { findLinks } from './find-links.js'

/** The limit on the addresses of one content that are counted separately. */
export const MAX_TEMPLATE_LINKS = 1_000

const MAX_CHARACTERS = 2_000_000
const MAX_ADDRESS = 4_096
// The recipient's own pages are not tracked.
const OWN_PAGES = /^(?:\{\{-?\s*(?:unsubscribeUrl|subscribeUrl|manageUrl)\b|#|mailto:|tel:|sms:)/i

/** A link as a body has it: its address in Liquid, and the texts of the address around its Liquid. */
interface TemplateLink {
  address: string
  texts: readonly string[]
  textLength: number
}

/** Finds the address of a body that a rendered address was made from; null if the body has no such address. */
export type TemplateLinks = (rendered: string) => string | null

/**
 * Reads the links of the bodies of one message: its own and those of its translations. `utm` has the parameters that
 * the links of the message got.
 */
export function readTemplateLinks(bodies: readonly string[], utm: Utm | null = null): TemplateLinks {
  const addresses = new Set<string>()
  for (const body of bodies) {
    for (const { target, isKept } of findLinks(body.slice(0, MAX_CHARACTERS)).links) {
      const isCounted = !isKept && target.length <= MAX_ADDRESS && !OWN_PAGES.test(target)
      if (isCounted && addresses.size < MAX_TEMPLATE_LINKS) addresses.add(target)
    }
  }
  // The address with the most text of its own is the most likely one.
  const patterns = [...addresses]
    .map(linkOf)
    .filter(({ texts }) => texts.length > 1)
    .toSorted((a, b) => b.textLength - a.textLength)
  return (rendered) => {
    const candidates = utm ? withoutParameters(rendered, utm) : [rendered]
    const written = candidates.find((candidate) => addresses.has(candidate))
    if (written !== undefined) return written
    return patterns.find(({ texts }) => candidates.some((candidate) => matches(texts, candidate)))?.address ?? null
  }
}

/** What an address may have been before it got parameters: without the last of them, the last two and so on. */
function withoutParameters(address: string, utm: Utm): string[] {
  const hash = address.indexOf('#')
  const fragment = hash < 0 ? '' : address.slice(hash)
  const candidates = [address]
  let rest = hash < 0 ? address : address.slice(0, hash)
  for (const name of UTM_NAMES.toReversed()) {
    const at = utm[name] === undefined ? -1 : rest.lastIndexOf(`utm_${name}=`)
    if (at < 1 || !'?&'.includes(rest.charAt(at - 1)) || rest.includes('&', at)) continue
    // The mark before the parameter may be the author's.
    const withMark = rest.slice(0, at)
    rest = rest.slice(0, at - 1)
    candidates.push(rest + fragment, withMark + fragment)
  }
  return candidates
}

function linkOf(address: string): TemplateLink {
  const texts = textsAroundLiquid(address)
  return { address, texts, textLength: texts.join('').length }
}

/**
 * The texts of an address around its outputs of Liquid, and around all from its first tag to its last: of the texts
 * between tags, only some are rendered. A pattern would take quadratic time for outputs and tags that do not end.
 */
function textsAroundLiquid(address: string): string[] {
  const texts: string[] = []
  const lastTagEnd = address.lastIndexOf('%}')
  let [from, brace] = [0, -1]
  for (let at = address.indexOf('{'); at >= 0; at = address.indexOf('{', at)) {
    if (brace < at + 2) brace = indexOrEnd(address, '}', at + 2)
    const isTag = address[at + 1] === '%' && lastTagEnd >= at + 2
    const isOutput = address[at + 1] === '{' && address[brace + 1] === '}'
    if (isTag || isOutput) {
      texts.push(address.slice(from, at))
      from = (isTag ? lastTagEnd : brace) + 2
    }
    at = isTag || isOutput ? from : at + 1
  }
  return [...texts, address.slice(from)]
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from)
  return at < 0 ? text.length : at
}

/** Whether a text has these parts in their order, from its begin to its end. */
function matches([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  const end = text.length - last.length
  let from = first.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at < 0 || at + part.length > end) return false
    from = at + part.length
  }
  return true
}
