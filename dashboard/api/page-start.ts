/** Where a page of an endless list begins, with the way back to the pages before it. */
export interface PageStart {
  cursor: string | null
  /** How many rows stand before it. */
  offset: number
  /** How many rows all pages have, as the first page says; the others do not. */
  total: number | undefined
  /** Whether there are more than that, as the first page of a search says. */
  totalIsCapped: boolean | undefined
  before: PageStart | null
  /** Shows the list from another page on, in the place of the pages that are there. */
  showFrom: (start: PageStart) => Promise<void>
}

/** A page as the API answers it. */
export interface AnsweredPage {
  data: readonly unknown[]
  cursor: string | null
  hasMore: boolean
  total?: number
  totalIsCapped?: boolean
}

/** Where the next page begins; null after the last one. */
export function startAfter(page: AnsweredPage, start: PageStart): PageStart | null {
  if (!page.hasMore || page.cursor === null) return null
  const { total = page.total, totalIsCapped = page.totalIsCapped } = start
  const offset = start.offset + page.data.length
  return { ...start, cursor: page.cursor, offset, total, totalIsCapped, before: start }
}

/** The last page that begins at or before a row, among those before a page. */
export function startOfRow(row: number, start: PageStart): PageStart {
  let found = start
  while (found.offset > row && found.before) found = found.before
  return found
}
