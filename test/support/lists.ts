import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { ClientResponse, HttpClient } from './http-client.js'

/** Asks for the names on a page of a list; each page is answered with 200. */
export function namesOn(client: HttpClient, path: string): (query: string) => Promise<string[]> {
  return async (query) => {
    const res = await client.get(`${path}?${query}`)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body.data.map(({ name }: { name: string }) => name)
  }
}

/** A list in numbered pages, of a project that has no entry yet. */
export interface OffsetList {
  client: HttpClient
  path: `/${string}`
  /** Adds an entry of this name. */
  add: (name: string) => Promise<unknown>
  /** Changes something else than the name of an entry. */
  change: (name: string) => Promise<unknown>
  /** An entry of the list, from the answer about it alone. */
  asListed?: (body: ClientResponse['body']) => object
  /** Queries that this list refuses besides those that every such list refuses. */
  refused: string[]
}

/** The tests that every list in numbered pages passes, sorted by `name`, `createdAt` and `updatedAt`. */
export function itPagesLikeOffsetLists(list: OffsetList): void {
  const { client, path, add, change, asListed = (body) => body, refused } = list
  const names = namesOn(client, path)
  const addMany = async (...all: string[]): Promise<void> => {
    for (const name of all) await add(name)
  }
  // Times are stored in milliseconds: what is changed within the one of its neighbour's creation sorts beside it.
  const untilNextMillisecond = async (): Promise<void> => {
    const now = Date.now()
    while (Date.now() === now) await nextTurn()
  }

  it(`answers an empty page for a project without ${path.slice(1)}, and beyond the last page`, async () => {
    const empty = { data: [], page: 1, pageSize: 20, total: 0, totalPages: 0 }
    expect((await client.get(path)).body).to.deep.equal(empty)
    await add('A')
    const beyond = await client.get(`${path}?page=9007199254740991&pageSize=100`)
    expect(beyond.body).to.deep.include({ data: [], total: 1, totalPages: 1 })
  })

  it('pages, and clamps the size of a page at 100', async () => {
    await addMany('A', 'B', 'C', 'D', 'E')
    expect(await names('page=2&pageSize=2&sort=name&dir=asc')).to.deep.equal(['C', 'D'])
    expect((await client.get(`${path}?pageSize=2`)).body).to.include({ total: 5, totalPages: 3 })
    expect((await client.get(`${path}?pageSize=500`)).body.pageSize).to.equal(100)
  })

  it('sorts by name, creation and change, both ways', async () => {
    await addMany('B', 'C', 'A')
    await untilNextMillisecond()
    await change('C')
    expect(await names('sort=name&dir=asc')).to.deep.equal(['A', 'B', 'C'])
    expect(await names('sort=name')).to.deep.equal(['C', 'B', 'A'])
    expect(await names('sort=createdAt&dir=asc')).to.deep.equal(['B', 'C', 'A'])
    expect(await names('sort=updatedAt')).to.deep.equal(['C', 'A', 'B'])
  })

  it('lists only what is of the project, newest first', async () => {
    await addMany('A', 'B')
    const res = await client.get(path)
    expect(res.status).to.equal(200)
    expect(res.body).to.include({ page: 1, pageSize: 20, total: 2, totalPages: 1 })
    expect(res.body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['B', 'A'])
    const [first] = res.body.data
    const { body } = await client.get(`${path}/${first.id}`)
    expect(first).to.deep.equal(asListed(body))
  })

  const pages = ['page=0', 'page=x', 'page=1.5', 'pageSize=0', 'pageSize=-1', 'pageSize=x']
  for (const query of [...pages, 'sort=body', 'dir=up', ...refused]) {
    it(`answers 400 for ?${query}`, async () => {
      const res = await client.get(`${path}?${query}`)
      expect(res.status).to.equal(400)
      expect(res.body.error.code).to.equal('BAD_REQUEST')
      expect(res.body.error.errors[0].field).to.equal(query.split('=')[0])
    })
  }
}

interface CursorPage {
  cursor: string | null
  total: number
  [entries: string]: unknown
}

/** Every entry on the pages of a list with a cursor, from the first page to the last. */
export async function walkPages<Entry>(
  client: HttpClient,
  path: `/${string}?${string}`,
  { key = 'data', onPage }: { key?: string; onPage?: (page: CursorPage) => Promise<void> } = {},
): Promise<Entry[]> {
  const seen: Entry[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < 500; page += 1) {
    const { status, body } = await client.get(`${path}${cursor && `&cursor=${cursor}`}`)
    expect(status).to.equal(200)
    expect(body.hasMore).to.equal(body.cursor !== null)
    seen.push(...body[key])
    cursor = body.cursor
    await onPage?.(body)
  }
  return seen
}
