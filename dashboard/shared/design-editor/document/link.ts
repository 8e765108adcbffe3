import { PREFERENCES_ADDRESS, UNSUBSCRIBE_ADDRESS } from '../../../../models/domain/design/address.js'

/** What a link leads to. */
export const LINK_KINDS = ['web', 'mail', 'phone', 'unsubscribe', 'preferences', 'field'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** A link as people write it: its kind, and the rest of its address. */
export interface WrittenLink {
  kind: LinkKind
  text: string
}

const FIELD = /^\{\{([^{}]*)\}\}$/

/** Reads an address of a design. */
export function readHref(href: string): WrittenLink {
  if (href === UNSUBSCRIBE_ADDRESS) return { kind: 'unsubscribe', text: '' }
  if (href === PREFERENCES_ADDRESS) return { kind: 'preferences', text: '' }
  if (href.startsWith('mailto:')) return { kind: 'mail', text: href.slice('mailto:'.length) }
  if (href.startsWith('tel:')) return { kind: 'phone', text: href.slice('tel:'.length) }
  const field = FIELD.exec(href)?.[1]
  return field === undefined ? { kind: 'web', text: href } : { kind: 'field', text: field.trim() }
}

/** The address of a link; a web address without a scheme gets one. Empty while it is not complete. */
export function toHref({ kind, text }: WrittenLink): string {
  const written = text.trim()
  if (kind === 'unsubscribe') return UNSUBSCRIBE_ADDRESS
  if (kind === 'preferences') return PREFERENCES_ADDRESS
  if (written === '') return ''
  if (kind === 'mail') return `mailto:${written}`
  if (kind === 'phone') return `tel:${written.replaceAll(/\s+/g, '')}`
  if (kind === 'field') return `{{ ${written} }}`
  if (/^(?:https?:|mailto:|tel:|\{\{)/i.test(written)) return written
  return `https://${written}`
}
