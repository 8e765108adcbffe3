import type { AnsweredPage } from './page-start.js'

/** How many records a request went through when its page ended early, and how many there are. */
export interface Searched {
  contacts: number
  of: number
}

/** A page of a search, which can end before it is full because the request went through enough records. */
export interface SearchedPage extends AnsweredPage {
  searched?: Searched | null
}

// So many rows fill the view.
const ENOUGH = 20
// Some seconds of searching. The user then decides whether to go on.
const MOST_REQUESTS = 30

/**
 * Reads a page of a search. A page that ends early is continued by further requests, until it has enough rows, or some
 * seconds have passed.
 */
export async function searchOn<Page extends SearchedPage>(
  loadAt: (cursor: string | null) => Promise<Page>,
  cursor: string | null,
): Promise<Page> {
  const first = await loadAt(cursor)
  let page = first
  const data = [...page.data]
  let contacts = page.searched?.contacts ?? 0
  for (let requests = 1; isOpen(page) && data.length < ENOUGH && requests < MOST_REQUESTS; requests += 1) {
    page = await loadAt(page.cursor)
    data.push(...page.data)
    contacts += page.searched?.contacts ?? 0
  }
  if (page === first) return page
  const { totalIsCapped } = page.hasMore ? first : { totalIsCapped: false }
  return {
    ...page,
    data,
    ...(first.total === undefined ? {} : { total: Math.max(first.total, cursor === null ? data.length : 0) }),
    ...(first.totalIsCapped === undefined ? {} : { totalIsCapped }),
    searched: page.searched && { ...page.searched, contacts },
  }
}

function isOpen({ searched, hasMore }: SearchedPage): boolean {
  return hasMore && searched != null
}

/** How many records the pages of a search went through until it was interrupted; null if it was not. */
export function searchedIn(pages: readonly SearchedPage[]): Searched | null {
  const last = pages.at(-1)
  if (!last?.searched || !last.hasMore) return null
  return { ...last.searched, contacts: pages.reduce((sum, { searched }) => sum + (searched?.contacts ?? 0), 0) }
}
