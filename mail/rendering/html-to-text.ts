import { compile } from 'html-to-text'
import type { Budget } from './threads/budget.js'

const convert = compile({
  wordwrap: false,
  // Limits for hostile or broken documents, which would exhaust the stack.
  limits: { maxDepth: 200, maxInputLength: 2 * 1024 * 1024, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    // Mail is laid out in tables, whose cells would run into one another.
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** The text of a document: links with their addresses, no images. Throws OverBudget. */
export function convertHtml(html: string, budget: Budget | null = null): string {
  budget?.admitHtml(html)
  return convert(html).trim()
}
