import { domainToASCII } from 'node:url'
import type { PrintedValue } from '../print-values.js'
import { RenderError } from '../render-message.js'

type Place = 'scheme' | 'host' | 'path' | 'query' | 'fragment'

// For each part of the address, the characters in the author's text that end the part (URL Standard, basic URL parser).
const ENDS: Record<Place, RegExp> = {
  scheme: /:\/\//,
  host: /[/\\?#]/,
  path: /[?#]/,
  query: /#/,
  fragment: /(?!)/,
}
const HOST = /^[\w-]{1,63}(?:\.[\w-]{1,63})*$/
const NAME = /^[\p{L}\p{M}\p{N}._-]+$/u
const PORT = /^\d{1,5}$/
const DOTS = /^(?:\.|%2e){1,2}$/i
// The results of these filters have no character with a meaning in an address.
const ENCODING = new Set(['url_encode', 'cgi_escape'])

/**
 * The address that a template prints. Each value is percent-encoded for its place. It can change only the path segment,
 * the query key or value, or the part of the host in which the author put it. A value that is the whole address stays
 * unchanged. Throws RenderError for a value that no encoding can carry.
 */
export function urlText(parts: readonly (string | PrintedValue)[]): string {
  const [first, ...others] = parts.filter((part) => typeof part !== 'string' || part.trim() !== '')
  if (typeof first === 'object' && others.length === 0) return first.text.trim()
  const writer = new UrlWriter()
  for (const part of parts) {
    if (typeof part === 'string') writer.write(part)
    else writer.writeValue(part)
  }
  return writer.end()
}

class UrlWriter {
  private text = ''
  private place: Place = 'scheme'
  /** The current segment of the path, and whether the segment contains values. */
  private segment = { text: '', hasValues: false }
  /** Whether a domain of the author's must still follow in the host. */
  private isHostOpen = false

  write(literal: string): void {
    let rest = this.text === '' ? literal.trimStart() : literal
    for (let end = ENDS[this.place].exec(rest); end; end = ENDS[this.place].exec(rest)) {
      const at = end.index + (this.place === 'scheme' ? end[0].length : 0)
      this.add(rest.slice(0, at))
      rest = rest.slice(at)
      this.enter(rest.charAt(0))
    }
    this.add(rest)
  }

  writeValue(value: PrintedValue): void {
    const text = value.text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    if (this.place === 'scheme') throw fault('before the host')
    if (this.place === 'host') return this.writeInHost(text.trim())
    const encoded = encode(text, value.lastFilter)
    if (this.place === 'path') {
      this.segment.text += encoded
      this.segment.hasValues = true
    }
    this.text += encoded
    return undefined
  }

  end(): string {
    this.endHost()
    this.endSegment()
    return this.text
  }

  private enter(character: string): void {
    if (this.place === 'scheme') this.place = 'host'
    else {
      this.endHost()
      this.endSegment()
      this.place = character === '?' ? 'query' : character === '#' ? 'fragment' : 'path'
    }
  }

  private add(literal: string): void {
    this.text += literal
    if (this.place === 'host' && /\.\w/.test(literal)) this.isHostOpen = false
    if (this.place !== 'path') return
    for (const character of literal) {
      if (character === '/' || character === '\\') this.endSegment()
      else this.segment.text += character
    }
  }

  private writeInHost(text: string): void {
    const isPort = /:\d{0,5}$/.test(this.text)
    const host = isPort || !NAME.test(text) ? text : domainToASCII(text)
    if (!(isPort ? PORT : HOST).test(host)) throw fault('in the host')
    // A value that continues a name begun by the author could turn the name into another owner's.
    this.isHostOpen ||= !isPort && !/[/.]$/.test(this.text)
    this.text += host
  }

  private endHost(): void {
    if (this.isHostOpen) throw fault('in the host')
  }

  private endSegment(): void {
    const { text, hasValues } = this.segment
    this.segment = { text: '', hasValues: false }
    // An address without the segment, or with dots instead, would be the address of another resource.
    if (hasValues && (text === '' || DOTS.test(text))) throw fault('in the path')
  }
}

function encode(text: string, lastFilter: string | null): string {
  if (lastFilter !== null && ENCODING.has(lastFilter)) return text
  // This filter does not encode the characters that divide an address.
  if (lastFilter === 'uri_escape') return text.replaceAll(/%[\da-f]{2}|[^\w.~-]/giu, (found) => escaped(found))
  return encodeURIComponent(text)
}

function escaped(found: string): string {
  return found.length === 3 && found.startsWith('%') ? found : encodeURIComponent(found)
}

function fault(where: string): RenderError {
  return new RenderError(`A value is not allowed ${where} of the URL`)
}
