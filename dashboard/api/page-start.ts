/** The start of a page of an endless list, with the way back to the pages before it. */
export interface PageStart {
  cursor: string | null
  /** The number of rows before this page. */
  offset: number
  /** The total of rows; only the first page has it. */
  total: number | undefined
  /** Whether more rows exist than the total says, as the first page of a search reports it. */
  totalIsCapped: boolean | undefined
  before: PageStart | null
  /** Shows the list from another page on; the pages of that start replace the present ones. */
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

/** The cursor of the next page; null after the last one. */
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
