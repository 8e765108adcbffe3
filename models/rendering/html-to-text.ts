import { compile } from 'html-to-text'

const convert = compile({
  wordwrap: false,
  // A hostile or broken document stops at these instead of exhausting the stack.
  limits: { maxDepth: 200, maxInputLength: 2 * 1024 * 1024, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    // Mail is laid out in tables, whose cells would otherwise run into one another.
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** The plain text part of a message, from its HTML: links with their addresses, no images. */
export function textFromHtml(html: string): string {
  return convert(html).trim()
}
