import { Html } from './html.js'

/** The drawing of the mark in 32 by 32 units, as in dashboard/icon.svg: a line, and a filled form. */
export const MARK = {
  line: 'M27 7.25h-8.5a6 6 0 1 0 6 6 6 6 0 0 0-6-6',
  form: 'M10.75 13h3.5c0 5.5 1.5 9.5 5.25 13.5H6c3.25-4 4.75-8 4.75-13.5z',
} as const

/** The mark of the product, above the pages for its users; those for recipients belong to the sender. */
export const PRODUCT_MARK = new Html(
  '<svg class="mark" viewBox="0 0 32 32" role="img" aria-label="Posthorn"><rect width="32" height="32" rx="7.5"/>' +
    `<path class="line" d="${MARK.line}"/><path d="${MARK.form}"/></svg>`,
)
