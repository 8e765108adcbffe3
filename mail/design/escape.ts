import { escapeHtml } from '../rendering/escape-html.js'

// XML does not allow them (XML 1.0, 2.2), and no mailbox shows them.
// eslint-disable-next-line no-control-regex -- These are the characters to remove.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/** Text as it is written, escaped for HTML, MJML and Liquid: typed `{{` arrives as it was typed. */
export function escapeText(text: string): string {
  return escapeHtml(text.replaceAll(UNPRINTABLE, '')).replaceAll('{', '&#123;').replaceAll('}', '&#125;')
}

/** Text with its line breaks as elements. */
export function escapeLines(text: string): string {
  return escapeText(text).replaceAll(/\r?\n/g, '<br />')
}

/** Text for an attribute between double quotes; line breaks become spaces. */
export function escapeAttribute(text: string): string {
  return escapeText(text.replaceAll(/\s+/g, ' '))
}
