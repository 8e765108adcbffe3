import { expect } from 'chai'
import { searchedIn, searchOn, type SearchedPage } from '../../dashboard/api/search-on.js'

const OF = 1_000_000

/** A search that goes through 1,000 contacts a request, and finds what `found` says of each request in turn. */
function searchOf(found: number[], isEnded = true) {
  const asked: (string | null)[] = []
  const loadAt = async (cursor: string | null): Promise<SearchedPage> => {
    asked.push(cursor)
    const request = cursor === null ? 0 : Number(cursor)
    const isLast = isEnded && request === found.length - 1
    return {
      data: Array.from({ length: found[request] ?? 0 }, (_, n) => `${request}-${n}`),
      cursor: isLast ? null : `${request + 1}`,
      hasMore: !isLast,
      total: cursor === null ? (found[0] ?? 0) : 0,
      totalIsCapped: cursor === null && !isLast,
      searched: isLast ? null : { contacts: 1_000, of: OF },
    }
  }
  return { asked, loadAt }
}

describe('a search whose pages end early', () => {
  it('goes on until a page has enough rows, with all rows and what was searched', async () => {
    const { asked, loadAt } = searchOf([0, 3, 0, 18, 5])
    const page = await searchOn(loadAt, null)
    expect(asked).to.deep.equal([null, '1', '2', '3'])
    expect(page.data).to.have.lengthOf(21)
    expect(page).to.deep.include({ cursor: '4', hasMore: true, total: 21, totalIsCapped: true })
    expect(searchedIn([page])).to.deep.equal({ contacts: 4_000, of: OF })
    const last = await searchOn(loadAt, page.cursor)
    expect(last).to.deep.include({ hasMore: false, searched: null })
    expect(searchedIn([page, last])).to.equal(null)
  })

  it('ends with the last contact, with an exact total', async () => {
    const page = await searchOn(searchOf([0, 0, 2]).loadAt, null)
    expect(page).to.deep.include({ data: ['2-0', '2-1'], hasMore: false, total: 2, totalIsCapped: false })
  })

  it('stops after some requests, for the user to decide', async () => {
    const { asked, loadAt } = searchOf([], false)
    const page = await searchOn(loadAt, null)
    expect(asked).to.have.lengthOf(30)
    expect(searchedIn([page])).to.deep.equal({ contacts: 30_000, of: OF })
    expect(page.hasMore).to.equal(true)
  })

  it('asks once where a page says nothing of a search', async () => {
    const { asked, loadAt } = searchOf([1])
    expect((await searchOn(loadAt, null)).data).to.have.lengthOf(1)
    expect(asked).to.deep.equal([null])
  })
})
