import { expect } from 'chai'
import { MAX_READ } from '../../commands/base/listing/read-bounds.js'
import { contactEndpoints } from '../../gateway/routes/contacts/index.js'
import { ContactCount } from '../../models/contact-count.js'
import { Contact } from '../../models/contact.js'
import { searchedBy } from '../../models/domain/search-words.js'
import { newId } from '../../runtime/ids.js'
import { Field, Suppression } from '../support/models.js'
import { only } from '../support/conditions.js'
import { createProject, createSegment } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import type { HttpClient } from '../support/http-client.js'
import { operationsOf, type Profiled } from '../support/profiled.js'

// Above the bound. The oldest contacts are the ones that are hard to find.
const CONTACTS = 12_000
const RARE = 3
const TOGETHER = 3_000

type Call = [method: string, path: string, body?: object]

interface Answer {
  data: { id: string; email: string }[]
  cursor: string | null
  hasMore: boolean
  total: number
  searched: { contacts: number; of: number } | null
}

describe('reads of the contacts of a project with more contacts than a request reads', () => {
  const gateway = useGateway()
  let client: HttpClient
  let calls: Record<string, Call[]>

  before(async () => {
    const { id: projectId, secretKey } = await createProject()
    client = gateway.as(secretKey)
    const segment = await createSegment({ projectId })
    const condition = (field: string, value: unknown) => ({ condition: only({ field, operator: 'equals', value }) })
    for (let first = 0; first < CONTACTS; first += TOGETHER) {
      await Contact.collection.insertMany(
        Array.from({ length: TOGETHER }, (_, n) => contactOf(projectId, segment._id, first + n)),
      )
    }
    await ContactCount.create({ _id: projectId, projectId, contacts: CONTACTS, subscribed: CONTACTS - RARE })
    await Field.insertMany(['plan', 'vip'].map((key) => ({ _id: newId(), projectId, key, type: 'string' })))
    await Suppression.collection.insertMany(
      Array.from({ length: CONTACTS / 2 }, (_, n) => suppressionOf(projectId, addressOf(2 * n))) as never[],
    )
    const { _id: contact } = (await Contact.findOne({ projectId }, { _id: 1 }).lean()) ?? { _id: '' }
    calls = {
      listContacts: [
        '',
        '?subscribed=false',
        '?subscribed=false&sort=email&dir=asc',
        ...['zebediah', 'ebedia', 'ann lee', 'gmail', 'ann.lee1'].map((text) => `?search=${text}`),
        '?search=lee&sort=email&subscribed=true',
      ].map((query): Call => ['GET', `/contacts${query}`]),
      searchContacts: [
        {},
        { subscribed: false },
        { snoozed: true },
        { snoozed: false },
        { suppressed: true },
        { suppressed: true, ...condition('data.vip', 'yes') },
        { suppressed: false },
        { segmentId: segment._id },
        { segmentId: segment._id, ...condition('data.vip', 'yes') },
        condition('data.plan', 'pro'),
        condition('data.vip', 'yes'),
        condition('email', addressOf(0)),
        { condition: only({ field: 'createdAt', operator: 'lessThan', value: '2020-01-01' }) },
        { search: 'xanti', match: 'contains' },
        { search: 'ann', suppressed: false },
        ...['ann', 'ann lee', 'xanti zeb', '@gmail'].flatMap((search) => [
          { search },
          { search, ...condition('data.vip', 'yes') },
        ]),
      ].map((body): Call => ['POST', '/contacts/search', body]),
      lookUpContacts: [['POST', '/contacts/lookup', { emails: [addressOf(0), 'nobody@example.com'] }]],
      getContact: [['GET', `/contacts/${contact}`]],
      listContactSegments: [['GET', `/contacts/${contact}/segments`]],
      listFields: [['GET', '/contacts/fields']],
      listFieldValues: [['GET', '/contacts/fields/plan/values']],
      getFieldUsage: [['GET', '/contacts/fields/vip/usage']],
      getImport: [['GET', `/contacts/import/${contact}`]],
      getImportErrors: [['GET', `/contacts/import/${contact}/errors`]],
      listImports: [['GET', '/contacts/import']],
      getBulkJob: [['GET', `/contacts/bulk/${contact}`]],
    }
  })

  const ask = async ([method, path, body]: Call): Promise<Answer> =>
    (await client.request(method, path, body)).body as Answer

  /** Asks for all pages. */
  const walk = async ([method, path, body]: Call): Promise<{ pages: Answer[]; emails: string[] }> => {
    const pages = [await ask([method, path, body])]
    for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor) {
      const next = method === 'GET' ? `${path}&cursor=${encodeURIComponent(cursor)}` : path
      pages.push(await ask([method, next, body && { ...body, cursor }]))
    }
    return { pages, emails: pages.flatMap(({ data }) => data.map(({ email }) => email)) }
  }

  it('read no more than the bound, on the first page and on the next, and have a limit of time', async () => {
    const reads = contactEndpoints.filter(({ method, effect }) => method === 'get' || effect === 'reads')
    expect(Object.keys(calls)).to.have.members(reads.map(({ operationId }) => operationId))
    for (const call of Object.values(calls).flat()) {
      const what = JSON.stringify(call)
      let cursor: string | null | undefined
      for (const page of ['first', 'second']) {
        if (page === 'second' && !cursor) continue
        const [method, path, body] = call
        const on: Record<string, string> = cursor ? { cursor } : {}
        const query = `${path.includes('?') ? '&' : '?'}${new URLSearchParams(on).toString()}`
        const operations = await operationsOf('contacts', async () => {
          const res = await client.request(method, body ? path : path + query, body && { ...body, ...on })
          expect(res.status, what).to.be.oneOf([200, 404])
          ;({ cursor } = res.body as { cursor?: string | null })
        })
        expectBounded(operations, `${page} page of ${what}`)
      }
    }
  })

  it('find what an index has among the oldest contacts, and say which part of an address they looked for elsewhere', async () => {
    const rare = [2, 1, 0].map(addressOf)
    for (const text of ['zebediah', 'xantippe', 'xanti zeb', '@old.test']) {
      const answer = await ask(['GET', `/contacts?search=${encodeURIComponent(text)}`])
      expect(
        answer.data.map(({ email }) => email),
        text,
      ).to.deep.equal(rare)
      expect(answer).to.deep.include({ total: 3, hasMore: false })
      expect(answer.searched?.of).to.equal(CONTACTS)
    }
    for (const search of ['zeb', 'xanti', 'xanti zeb', '@old']) {
      const answer = await ask(['POST', '/contacts/search', { search }])
      expect(
        answer.data.map(({ email }) => email),
        search,
      ).to.have.members(rare)
      expect(answer).to.deep.include({ total: 3, hasMore: false, totalIsCapped: false, searched: null })
    }
    const ofNobody = await ask([
      'POST',
      '/contacts/search',
      { condition: only({ field: 'data.none', operator: 'exists' }) },
    ])
    expect(ofNobody).to.deep.include({ data: [], hasMore: false, total: 0, totalIsCapped: false, searched: null })
    const inside = await ask(['GET', '/contacts?search=ebedia'])
    expect(inside).to.deep.include({ data: [], hasMore: false, total: 0 })
    expect(inside.searched?.contacts).to.be.greaterThan(0).and.lessThan(CONTACTS)
    const newest = await ask(['GET', `/contacts?search=nn.lee${CONTACTS - 1}`])
    expect(newest.data.map(({ email }) => email)).to.deep.equal([addressOf(CONTACTS - 1)])
  })

  it('go on from where they stopped, until they have found each of the rare contacts once', async () => {
    const rare = [2, 1, 0].map(addressOf)
    const vip = { condition: only({ field: 'data.vip', operator: 'equals', value: 'yes' }) }
    for (const body of [vip, { search: 'ebedia', match: 'contains' }, { subscribed: true, ...vip }]) {
      const { pages, emails } = await walk(['POST', '/contacts/search', body])
      expect(emails, JSON.stringify(body)).to.deep.equal('subscribed' in body ? [] : rare)
      expect(pages.length).to.be.greaterThan(2)
      for (const { searched, hasMore } of pages) expect(searched === null).to.equal(!hasMore)
      expect(pages[0]).to.deep.include({ total: 0, totalIsCapped: true })
    }
    const { emails: unsubscribed } = await walk(['GET', '/contacts?subscribed=false&sort=email&dir=asc'])
    expect(unsubscribed).to.deep.equal(rare.toSorted())
    const { emails: many, pages } = await walk(['GET', '/contacts?search=lee1&limit=100'])
    expect(new Set(many).size).to.equal(many.length)
    // Those of one to five digits that begin with a one.
    expect(many).to.have.lengthOf(3_110)
    expect(pages.at(-1)?.searched).to.equal(null)
  })

  it('name the values of a field that some contacts have, as an estimate', async () => {
    const { body } = await client.get('/contacts/fields/plan/values')
    expect(body).to.deep.include({ values: ['free', 'pro'], isEstimate: true })
  })
})

function suppressionOf(projectId: string, email: string) {
  const now = new Date()
  return { _id: newId(), projectId, email, reason: 'MANUAL', createdAt: now, updatedAt: now }
}

/** The oldest contacts have a name, a field and a domain of their own. */
function contactOf(projectId: string, segmentId: string, n: number) {
  const [email, isRare] = [addressOf(n), n < RARE]
  const data = { plan: n % 3 === 0 ? 'pro' : 'free', ...(isRare ? { vip: 'yes' } : {}) }
  const createdAt = new Date(Date.UTC(2026, 0, 1) + n)
  return {
    _id: newId(),
    projectId,
    email,
    domain: email.slice(email.indexOf('@') + 1),
    subscribed: !isRare,
    snoozedUntil: null,
    data,
    ...searchedBy({ email, data }),
    segments: n % 2 === 0 ? [segmentId] : [],
    createdAt,
    updatedAt: createdAt,
  }
}

function addressOf(n: number): string {
  return n < RARE ? `zebediah.xantippe${n}@old.test` : `ann.lee${n}@gmail.test`
}

function expectBounded(operations: readonly Profiled[], what: string): void {
  const sumOf = (field: 'keysExamined' | 'docsExamined') =>
    operations.reduce((sum, operation) => sum + (operation[field] ?? 0), 0)
  const read = `${what}: ${sumOf('keysExamined')} entries, ${sumOf('docsExamined')} contacts`
  expect(sumOf('keysExamined'), read).to.be.at.most(MAX_READ)
  expect(sumOf('docsExamined'), read).to.be.at.most(MAX_READ)
  for (const { keysExamined = 0, command } of operations) {
    // A cursor goes on with the limit of its first command.
    if (keysExamined > MAX_READ / 10 && !('getMore' in command))
      expect(JSON.stringify(command), what).to.include('maxTimeMS')
  }
}
