import { expect } from 'chai'
import { Contact, Suppression } from '../../support/models.js'
import type { ContactRecord } from '../../../models/contact.js'
import { newId } from '../../../runtime/ids.js'
import { expectIndexed } from '../../models/expect-indexed.js'
import { createContact, createProject, createSegment } from '../../support/factories.js'
import { operationsOf } from '../../support/profiled.js'
import { useProject } from '../../support/project.js'
import { createContactsOn, IS_PRO } from '../../support/segments.js'

interface Listed {
  id: string
  email: string
}

describe('POST /contacts/search', () => {
  const { project, client } = useProject()

  const add = (email: string, fields: Partial<ContactRecord> = {}) =>
    createContact({ projectId: project.id, email, ...fields })
  const addMany = async (...emails: string[]): Promise<void> => {
    for (const email of emails) await add(email)
  }
  const search = async (body: object) => {
    const res = await client.post('/contacts/search', body)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body as {
      data: Listed[]
      cursor: string | null
      hasMore: boolean
      total: number
      totalIsCapped: boolean
    }
  }
  const emails = async (body: object): Promise<string[]> => (await search(body)).data.map(({ email }) => email)
  const walk = async (body: object): Promise<string[]> => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof search>> = await search({ ...body, ...(cursor ? { cursor } : {}) })
      seen.push(...page.data.map(({ email }) => email))
      cursor = page.cursor
      expect(page.hasMore).to.equal(cursor !== null)
    } while (cursor !== null && seen.length < 100)
    return seen
  }

  it('lists the newest first without a text, as the list of contacts does', async () => {
    const none = { data: [], cursor: null, hasMore: false, total: 0, totalIsCapped: false, searched: null }
    expect(await search({})).to.deep.equal(none)
    await addMany('a@example.com', 'b@example.com', 'c@example.com')
    await createContact({ projectId: (await createProject()).id })
    expect(await walk({ limit: 2 })).to.deep.equal(['c@example.com', 'b@example.com', 'a@example.com'])
    expect((await search({})).data).to.deep.equal((await client.get('/contacts')).body.data)
  })

  it('finds addresses that start with the text, then domains, then other words, each once across pages', async () => {
    await addMany(
      'ada.b@zoo.test',
      'ada.a@ada.test',
      'bob@ada.test',
      'amy@ada.example',
      'x.ada@example.com',
      'zoe@beda.test',
      'aaa@ada.test',
    )
    const expected = [
      'ada.a@ada.test',
      'ada.b@zoo.test',
      'aaa@ada.test',
      'amy@ada.example',
      'bob@ada.test',
      'x.ada@example.com',
    ]
    for (const limit of [1, 2, 3, 4, 20])
      expect(await walk({ search: ' ADA', limit }), `${limit}`).to.deep.equal(expected)
    expect(await search({ search: 'ada', limit: 3 })).to.include({ total: 6, totalIsCapped: false, hasMore: true })
    const ofDomain = ['amy@ada.example', 'aaa@ada.test', 'ada.a@ada.test', 'bob@ada.test']
    expect(await walk({ search: '@ada.', limit: 1 })).to.deep.equal(ofDomain)
    expect(await emails({ search: 'ada.a@a' })).to.deep.equal(['ada.a@ada.test'])
    expect(await emails({ search: 'da' })).to.deep.equal([])
  })

  it('searches inside an address only when asked, and takes every text literally', async () => {
    await addMany('ada@example.com', 'bob+da@example.com', 'c%d_e@example.com')
    expect(await emails({ search: 'DA', match: 'contains' })).to.deep.equal(['bob+da@example.com', 'ada@example.com'])
    expect(await walk({ search: 'a@', match: 'contains', limit: 1 })).to.have.length(2)
    for (const match of ['prefix', 'contains'])
      for (const text of ['.*', '^ada', 'a|b', '[a-z]', '(', '\\', '%', '\u{10ffff}'])
        expect(await emails({ search: text, match }), JSON.stringify([match, text])).to.deep.equal(
          text === '%' && match === 'contains' ? ['c%d_e@example.com'] : [],
        )
  })

  it('finds a domain in Unicode by either spelling, and a changed address by its new one', async () => {
    const { body } = await client.post('/contacts', { email: 'ada@müller.example' })
    for (const text of ['@müller.example', 'müller.example', 'xn--ml', '@xn--mller-kva.ex', 'ada@Müller.example'])
      expect(await emails({ search: text }), text).to.deep.equal(['ada@xn--mller-kva.example'])
    await client.patch(`/contacts/${body.id}`, { email: 'ada.king@other.example' })
    expect(await emails({ search: 'xn--' })).to.deep.equal([])
    for (const text of ['@other', 'king', 'king ada']) {
      expect(await emails({ search: text }), text).to.deep.equal(['ada.king@other.example'])
    }
    await client.patch(`/contacts/${body.id}`, { email: 'ada@other.example' })
    expect(await emails({ search: 'king' })).to.deep.equal([])
  })

  describe('of a name', () => {
    const create = async (email: string, data: object): Promise<string> =>
      (await client.post('/contacts', { email, data })).body.id as string

    it('finds each word by its beginning, in any order and spelling, behind the addresses, each contact once', async () => {
      await create('z@a.test', { name: 'Ann Lee' })
      await create('y@b.test', { firstName: 'Änne', lastName: "O'Lee" })
      await create('lee@c.test', { name: 'Bob' })
      await create('bob@lee.test', { name: 'Lee' })
      await create('x@d.test', { name: 'Sleeman' })
      await create('w@e.test', { company: 'Lee' })
      const expected = ['lee@c.test', 'bob@lee.test', 'y@b.test', 'z@a.test']
      for (const limit of [1, 2, 3, 20])
        expect(await walk({ search: 'lee', limit }), `${limit}`).to.deep.equal(expected)
      expect(await search({ search: 'LEE', limit: 1 })).to.include({ total: 4, totalIsCapped: false, hasMore: true })
      expect(await emails({ search: 'le ann' })).to.deep.equal(['y@b.test', 'z@a.test'])
      expect(await emails({ search: 'Ann Lee' })).to.deep.equal(['y@b.test', 'z@a.test'])
      expect(await emails({ search: 'nn' })).to.deep.equal([])
      expect(await emails({ search: 'ann@' })).to.deep.equal([])
      expect(await emails({ search: 'lee', match: 'contains' })).to.have.members(expected)
      expect(await emails({ search: 'ann', subscribed: false })).to.deep.equal([])
      expect(await emails({ search: 'ann', suppressed: false })).to.deep.equal(['y@b.test', 'z@a.test'])
    })

    it('follows each change of the name, and ends with the contact', async () => {
      const id = await create('a@a.test', { name: 'Ann Lee', 'last name': 'Smith' })
      const found = (text: string) => emails({ search: text })
      await client.patch(`/contacts/${id}`, { data: { name: 'Bea' } })
      expect([await found('ann'), await found('bea'), await found('smith')]).to.deep.equal([
        [],
        ['a@a.test'],
        ['a@a.test'],
      ])
      await client.patch(`/contacts/${id}`, { data: { name: null } })
      expect([await found('bea'), await found('smith')]).to.deep.equal([[], ['a@a.test']])
      await client.patch(`/contacts/${id}`, { data: null })
      expect(await found('smith')).to.deep.equal([])
      expect(await Contact.findById(id).lean()).to.not.have.property('searchWords')
      await client.patch(`/contacts/${id}`, { data: { firstName: 'Cleo', plan: 'pro' } })
      expect(await found('cleo')).to.deep.equal(['a@a.test'])
      await client.delete(`/contacts/${id}`)
      expect(await found('cleo')).to.deep.equal([])
    })

    it('reads as many entries of an index as there are such names', async () => {
      const own = { projectId: project.id, subscribed: true }
      const made = Array.from({ length: 400 }, (_, n) => ({
        ...own,
        _id: newId(),
        email: `c${n}@many.test`,
        data: n % 40 === 0 ? { name: `Xenia Lee${n}` } : n % 2 === 0 ? { name: 'Ann Lee' } : {},
      }))
      await Contact.insertMany(made)
      for (const text of ['xen', 'le xenia']) {
        const operations = await operationsOf('contacts', () => search({ search: text, limit: 5 }))
        const ofWords = operations.filter(({ command }) => JSON.stringify(command).includes('searchWords'))
        expect(ofWords).to.not.deep.equal([])
        for (const { planSummary, docsExamined } of ofWords) {
          expect(planSummary).to.equal('IXSCAN { projectId: 1, searchWords: 1 }')
          expect(docsExamined).to.be.at.most(10)
        }
      }
    })
  })

  it('combines text, condition, segment and subscription, and evaluates a dynamic segment at once', async () => {
    const contacts = await createContactsOn(project.id, ['pro', 'pro', 'free', 'pro'])
    const [first = '', second = '', third = '', fourth = ''] = contacts.map(({ _id }) => _id)
    const fixed = await createSegment({ projectId: project.id })
    await Contact.updateMany({ _id: { $in: [first, third, fourth] } }, { $set: { segments: [fixed._id] } })
    await Contact.updateOne({ _id: fourth }, { $set: { subscribed: false } })
    const dynamic = await createSegment({ projectId: project.id, condition: IS_PRO })
    const ids = async (body: object) => (await search({ search: 'contact-', ...body })).data.map(({ id }) => id)
    expect(await ids({ condition: IS_PRO })).to.have.members([first, second, fourth])
    expect(await ids({ segmentId: dynamic._id })).to.have.members([first, second, fourth])
    expect(await ids({ segmentId: fixed._id })).to.have.members([first, third, fourth])
    expect(await ids({ segmentId: fixed._id, condition: IS_PRO })).to.have.members([first, fourth])
    expect(await ids({ segmentId: fixed._id, condition: IS_PRO, subscribed: true })).to.deep.equal([first])
    expect(await ids({ search: '', segmentId: fixed._id })).to.deep.equal([fourth, third, first])
    expect(await ids({ search: 'nobody', condition: IS_PRO })).to.deep.equal([])
  })

  it('separates suppressed from other contacts, page by page, as the count of an audience does', async () => {
    const suppress = (email: string, expiresAt?: Date) =>
      Suppression.create({ projectId: project.id, email, reason: 'BOUNCE', ...(expiresAt ? { expiresAt } : {}) })
    await addMany('c@example.com', 'b@other.test', 'a@example.com', 'd@example.com', 'e@example.com')
    await add('out@example.com', { subscribed: false })
    // A record from elsewhere, whose domain is in Unicode.
    await add('x@müller.example')
    for (const email of ['c@example.com', 'a@example.com', 'b@other.test', 'out@example.com', 'nobody@example.com'])
      await suppress(email)
    await suppress('x@xn--mller-kva.example')
    await suppress('e@example.com', new Date(Date.now() - 1_000))
    await Suppression.create({ projectId: (await createProject()).id, email: 'd@example.com', reason: 'BOUNCE' })
    const suppressed = ['a@example.com', 'b@other.test', 'c@example.com', 'out@example.com', 'x@müller.example']
    const others = ['e@example.com', 'd@example.com']
    for (const limit of [1, 2, 5, 20]) {
      expect(await walk({ suppressed: true, limit }), `${limit}`).to.deep.equal(suppressed)
      expect(await walk({ suppressed: false, limit }), `${limit}`).to.deep.equal(others)
    }
    expect(await search({ suppressed: true, subscribed: true })).to.include({ total: 4, totalIsCapped: false })
    expect(await search({ suppressed: false, limit: 1 })).to.include({ total: 2, totalIsCapped: false, hasMore: true })
    expect(await walk({ suppressed: true, search: '@example', limit: 1 })).to.deep.equal([
      'a@example.com',
      'c@example.com',
      'out@example.com',
    ])
    expect(await walk({ suppressed: false, search: 'e', limit: 1 })).to.deep.equal(['e@example.com', 'd@example.com'])
    const { body } = await client.post('/audiences/count', {})
    expect(body).to.include({ eligible: 2, suppressed: 4, unsubscribed: 1 })
    const operations = await expectIndexed('contacts', () => search({ suppressed: true, limit: 1 }))
    for (const { docsExamined = 0 } of operations) expect(docsExamined).to.be.at.most(suppressed.length)
  })

  it('finds contacts that pause marketing mail, until the pause has ended', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await add('a@example.com', { subscribed: false, snoozedUntil: later })
    await add('b@example.com', { subscribed: false, snoozedUntil: new Date(Date.now() - 60_000) })
    await add('c@example.com', { subscribed: false })
    await add('d@example.com')
    expect(await emails({ snoozed: true })).to.deep.equal(['a@example.com'])
    expect(await emails({ snoozed: false })).to.deep.equal(['d@example.com', 'c@example.com', 'b@example.com'])
    expect(await emails({ snoozed: false, subscribed: false })).to.have.length(2)
    expect((await client.post('/audiences/count', {})).body).to.include({ unsubscribed: 3, snoozed: 1 })
  })

  it('counts up to 1,000 on the first page, reports when there are more, and reads only an index', async () => {
    const own = { projectId: project.id, subscribed: true }
    const domains = ['many.test', 'other.test']
    const made = Array.from({ length: 2_004 }, (_, n) => ({ ...own, _id: newId(), email: `c${n}@${domains[n % 2]}` }))
    await Contact.insertMany(made)
    expect(await search({ search: 'many' })).to.include({ total: 1_000, totalIsCapped: true, hasMore: true })
    await Contact.deleteMany({ projectId: project.id, email: { $in: ['c0@many.test', 'c2@many.test'] } })
    const counted = await search({ search: 'many' })
    expect(counted).to.include({ total: 1_000, totalIsCapped: false })
    expect(await search({ search: 'many', cursor: counted.cursor })).to.include({ total: 0, totalIsCapped: false })
    for (const text of ['c1', '@many', 'many.t']) {
      let cursor: string | null = null
      for (let page = 0; page < 2; page += 1) {
        const operations = await operationsOf('contacts', async () => {
          ;({ cursor } = await search({ search: text, limit: 5, ...(cursor ? { cursor } : {}) }))
        })
        // Another process may read contacts at the same moment, such as the poller of one that is about to end.
        const own = operations.filter(({ command }) => JSON.stringify(command).includes(project.id))
        expect(own).to.not.deep.equal([])
        for (const operation of own) {
          expect(operation.planSummary, text).to.match(/IXSCAN|COUNT_SCAN/)
          const isByWord = JSON.stringify(operation.command).includes('searchWords')
          expect(operation.hasSortStage ?? false, text).to.equal(isByWord && operation.hasSortStage === true)
          expect(operation.docsExamined, JSON.stringify(operation)).to.be.at.most(6)
        }
      }
    }
  })

  it('names an invalid field, and answers 400 for a wrong cursor', async () => {
    const bad: [object, string][] = [
      [{ search: 5 }, 'search'],
      [{ search: 'x'.repeat(1_001) }, 'search'],
      [{ search: 'a\0' }, 'search'],
      [{ match: 'suffix' }, 'match'],
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
      [{ cursor: 'x'.repeat(2_001) }, 'cursor'],
      [{ segmentId: 'no-id' }, 'segmentId'],
      [{ subscribed: 'yes' }, 'subscribed'],
      [{ snoozed: 'yes' }, 'snoozed'],
      [{ suppressed: null }, 'suppressed'],
      [{ condition: { logic: 'XOR', groups: [] } }, 'condition.logic'],
    ]
    for (const [body, field] of bad) {
      const { status, fields } = await client.post('/contacts/search', body)
      expect(status, JSON.stringify(body).slice(0, 80)).to.equal(422)
      expect(fields, JSON.stringify(body).slice(0, 80)).to.include(field)
    }
    for (const cursor of ['nonsense', 'WzEsMl0'])
      expect(await client.post('/contacts/search', { cursor })).to.include({ status: 400, code: 'BAD_REQUEST' })
    await addMany('ada@example.com', 'amy@example.com')
    const { cursor } = await search({ search: 'a', limit: 1 })
    expect(await emails({ search: 'z@', cursor })).to.deep.equal([])
  })
})
