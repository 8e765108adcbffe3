import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Suppression } from '../../../models/suppression.js'
import { newId } from '../../../runtime/ids.js'
import { createContact, createProject } from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { operationsOf } from '../../support/profiled.js'
import { useProject } from '../../support/project.js'

interface Listed {
  id: string
  email: string
  suppression: { reason: string } | null
}

describe('GET /contacts', () => {
  const { project, client } = useProject()

  const add = (email: string, fields: object = {}) => createContact({ projectId: project.id, email, ...fields })
  const addMany = async (emails: string[], fields: object = {}): Promise<void> => {
    for (const email of emails) await add(email, fields)
  }
  const emails = async (query: string): Promise<string[]> => {
    const res = await client.get(`/contacts?${query}`)
    expect(res.status).to.equal(200)
    return res.body.data.map((contact: Listed) => contact.email)
  }
  const walk = async (query: string, onPage?: () => Promise<void>): Promise<string[]> => {
    const all = await walkPages<Listed>(client, `/contacts?${query}`, onPage && { onPage })
    return all.map(({ email }) => email)
  }

  it('lists the contacts of this project only, newest first', async () => {
    const none = { data: [], cursor: null, hasMore: false, total: 0, searched: null }
    expect((await client.get('/contacts')).body).to.deep.equal(none)
    await addMany(['a@example.com', 'b@example.com'])
    await createContact({ projectId: (await createProject()).id })
    const res = await client.get('/contacts')
    expect(res.status).to.equal(200)
    expect(res.body.data.map(({ email }: Listed) => email)).to.deep.equal(['b@example.com', 'a@example.com'])
    expect(res.body).to.include({ cursor: null, hasMore: false, total: 2 })
    const [{ id }] = res.body.data
    expect(res.body.data[0]).to.deep.equal((await client.get(`/contacts/${id}`)).body)
  })

  it('shows for each contact whether its address is suppressed, as the search does', async () => {
    await addMany(['a@example.com', 'b@example.com', 'c@example.com'])
    await client.post('/suppressions', { email: 'B@example.com' })
    const other = await createProject()
    await Suppression.create({ _id: newId(), projectId: other.id, email: 'c@example.com', reason: 'BOUNCE' })
    for (const { body } of [await client.get('/contacts'), await client.post('/contacts/search', {})]) {
      const reasons = body.data.map(({ email, suppression }: Listed) => [email, suppression?.reason])
      expect(reasons).to.have.deep.members([
        ['a@example.com', undefined],
        ['b@example.com', 'MANUAL'],
        ['c@example.com', undefined],
      ])
    }
  })

  const named = Array.from({ length: 7 }, (_, n) => `c${n}@example.com`)
  for (const sort of ['createdAt', 'email']) {
    for (const dir of ['asc', 'desc']) {
      const expected = dir === 'asc' ? named : named.toReversed()

      it(`shows each contact once by ${sort} ${dir}, also of equal times, and when others are added meanwhile`, async () => {
        await addMany(named, { createdAt: new Date('2020-01-01T00:00:00.000Z') })
        expect(await walk(`sort=${sort}&dir=${dir}&limit=2`)).to.deep.equal(expected)
        let count = 0
        const seen = await walk(`sort=${sort}&dir=${dir}&limit=2`, async () => {
          count += 1
          // The contact sorts first with falling times or rising addresses, and last otherwise.
          if (count < 4) await add(`a${count}@example.com`)
        })
        expect(seen.filter((email) => named.includes(email))).to.deep.equal(expected)
        expect(new Set(seen).size).to.equal(seen.length)
      })
    }
  }

  it('counts only on the first page, and accepts its cursor only for the same sort', async () => {
    await addMany(named)
    const totals: number[] = []
    const all = await walkPages(client, '/contacts?limit=3', { onPage: async ({ total }) => void totals.push(total) })
    expect([totals, all.length]).to.deep.equal([[7, 0, 0], 7])
    // There is no further page when the last one is just full.
    expect((await client.get('/contacts?limit=7')).body).to.include({ hasMore: false, cursor: null })
    const { cursor } = (await client.get('/contacts?limit=3')).body
    expect((await client.get(`/contacts?sort=email&cursor=${cursor}`)).status).to.equal(400)
  })

  it('uses 20 for an invalid limit, and at most 100', async () => {
    const own = { projectId: project.id, subscribed: true, data: {} }
    await Contact.insertMany(Array.from({ length: 105 }, (_, n) => ({ ...own, email: `n${n}@example.com` })))
    const queries = ['', 'limit=0', 'limit=-5', 'limit=ten', 'limit=', 'limit=5', 'limit=100', 'limit=5000']
    const lengths = await Promise.all(queries.map(emails))
    expect(lengths.map(({ length }) => length)).to.deep.equal([20, 20, 20, 20, 20, 5, 100, 100])
  })

  it('finds a part of the address, in any case and literally', async () => {
    await addMany(['ada.l@example.com', 'adaxl@example.com', 'bob+news@example.com', 'c%d_e@example.com'])
    expect(await emails('search=ADA.L')).to.deep.equal(['ada.l@example.com'])
    expect(await emails(`search=${encodeURIComponent('+news')}`)).to.deep.equal(['bob+news@example.com'])
    expect(await emails(`search=${encodeURIComponent('%d_')}`)).to.deep.equal(['c%d_e@example.com'])
    for (const search of ['.*', '^da', 'ada|bob', '[a-z]', '(', '\\', 'x$', '{1}']) {
      expect(await emails(`search=${encodeURIComponent(search)}`), search).to.deep.equal([])
    }
    expect((await client.get('/contacts?search=ada&limit=1')).body.total).to.equal(2)
    expect(await emails('search=')).to.have.length(4)
  })

  it('finds words of a name as well, once each, in both orders and directions', async () => {
    await add('c@example.com', { data: { name: 'Ann Lee' } })
    await add('ann@example.com', { data: { name: 'Ann' } })
    await add('b@example.com', { data: { 'first name': 'Anna' } })
    await add('joann@example.com')
    await add('d@example.com', { data: { name: 'Joann' } })
    const inOrder = ['c@example.com', 'ann@example.com', 'b@example.com', 'joann@example.com']
    for (const limit of [1, 2, 3, 10]) {
      const query = `search=ann&limit=${limit}`
      expect(await walk(`${query}&dir=asc`)).to.deep.equal(inOrder)
      expect(await walk(query)).to.deep.equal(inOrder.toReversed())
      expect(await walk(`${query}&sort=email&dir=asc`)).to.deep.equal(inOrder.toSorted())
      expect(await walk(`${query}&sort=email&dir=desc`)).to.deep.equal(inOrder.toSorted().toReversed())
    }
    expect((await client.get('/contacts?search=ann&limit=1')).body.total).to.equal(4)
    expect(await emails('search=lee%20a')).to.deep.equal(['c@example.com'])
  })

  it('filters by subscription, and uses the default for an unknown sort or direction', async () => {
    await add('z@example.com')
    await add('out@example.com', { subscribed: false })
    expect(await emails('subscribed=true')).to.deep.equal(['z@example.com'])
    expect(await emails('subscribed=false')).to.deep.equal(['out@example.com'])
    expect(await emails('subscribed=false&search=z@')).to.deep.equal([])
    expect(await emails('sort=name&dir=up')).to.deep.equal(['out@example.com', 'z@example.com'])
    expect(await emails('sort=email&dir=up')).to.deep.equal(['z@example.com', 'out@example.com'])
  })

  it('answers 400 for an invalid query', async () => {
    const cursors = ['cursor=nonsense', 'cursor=', 'cursor=WzEsMl0']
    for (const query of ['subscribed=yes', 'subscribed=', ...cursors, 'search=a&search=b'])
      expect(await client.get(`/contacts?${query}`), query).to.include({ status: 400, code: 'BAD_REQUEST' })
  })

  it('reads an index in the order of the page, and no contact after it', async () => {
    await addMany(named)
    for (const sort of ['createdAt', 'email']) {
      for (const dir of ['asc', 'desc']) {
        const { cursor } = (await client.get(`/contacts?sort=${sort}&dir=${dir}&limit=2`)).body
        const page = () => client.get(`/contacts?sort=${sort}&dir=${dir}&limit=2&cursor=${cursor}`)
        // Others may read contacts at the same moment, such as the poller of a process that is about to end.
        const [query] = (await operationsOf('contacts', page)).filter((operation) =>
          JSON.stringify(operation.command).includes(project.id),
        )
        expect(query?.planSummary, `${sort} ${dir}`).to.match(/^IXSCAN/)
        expect(query?.hasSortStage, `${sort} ${dir}`).to.equal(undefined)
        expect(query?.docsExamined, `${sort} ${dir}`).to.be.at.most(4)
      }
    }
  })
})
