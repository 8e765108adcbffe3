/**
 * The severity of a finding: an `error` prevents sending or rendering, a `warning` is a fault that recipients see, and
 * `info` is a remark.
 */
export const SEVERITIES = ['error', 'warning', 'info'] as const

export type Severity = (typeof SEVERITIES)[number]

/** Every code of a finding. */
export const FINDING_CODES = [
  'liquid_syntax',
  'mjml_syntax',
  'render_failed',
  'domain_not_verified',
  'unknown_variable',
  'variable_without_fallback',
  'link_empty',
  'link_without_scheme',
  'link_to_loopback',
  'link_placeholder',
  'image_without_alt',
  'image_too_large',
  'image_missing',
  'html_too_large',
  'low_contrast',
  'subject_too_long',
  'no_unsubscribe_link',
  'footer_added',
] as const

export type FindingCode = (typeof FINDING_CODES)[number]

/** The place of a finding. */
export interface FindingPlace {
  /** The field of the request, or `html` for the rendered document; null for the message as a whole. */
  field: string | null
  /** In that text, from 1 on. */
  line?: number
  column?: number
  /** The beginning of the element, as it is in the document. */
  element?: string
  /** The block of the design that the text was made of. */
  blockId?: string
}

/** A fault of a message or a remark about it, for its author. */
export interface Finding extends FindingPlace {
  code: FindingCode
  severity: Severity
  message: string
  /** A remedy for the author. */
  suggestion?: string
  /** The name of the variable that the finding is about, as the message writes it. */
  variable?: string
}
