import { expect } from 'chai'
import { Contact, Suppression } from '../../support/models.js'
import type { SuppressionRecord } from '../../../models/suppression.js'
import { createContact, createProject } from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

describe('suppressions', () => {
  const { gateway, project, client } = useProject()

  const suppress = (email: string, fields: Partial<SuppressionRecord> = {}) =>
    Suppression.create({ projectId: project.id, email, reason: 'BOUNCE', ...fields })
  const listed = async (query = '', as = client): Promise<string[]> => {
    const res = await as.get(`/suppressions?${query}`)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body.data.map(({ email }: { email: string }) => email)
  }

  describe('GET /suppressions', () => {
    it('shows address, reason and time, the newest first, each once across pages', async () => {
      const at = new Date('2026-03-01T10:00:00Z')
      for (let n = 0; n < 5; n += 1) await suppress(`n${n}@example.com`, { createdAt: at })
      const totals: number[] = []
      const all = await walkPages<{ email: string }>(client, '/suppressions?limit=2', {
        async onPage({ total }) {
          if (totals.push(total) === 1) await suppress('later@example.com')
        },
      })
      expect(all[0]).to.deep.equal({ email: 'n4@example.com', reason: 'BOUNCE', createdAt: '2026-03-01T10:00:00.000Z' })
      expect(all.map(({ email }) => email)).to.deep.equal([4, 3, 2, 1, 0].map((n) => `n${n}@example.com`))
      expect(totals).to.deep.equal([5, 0, 0])
    })

    it('searches inside the address, in any case and literally', async () => {
      for (const email of ['ada@example.com', 'a.da@example.com', 'bob@example.org']) await suppress(email)
      expect(await listed('search=ADA@')).to.deep.equal(['ada@example.com'])
      // A search that is too long is refused, even if it is blank.
      for (const text of ['a', '%20'])
        expect((await client.get(`/suppressions?search=${text.repeat(1_001)}`)).status).to.equal(400)
      expect(await listed('search=a.d')).to.deep.equal(['a.da@example.com'])
      expect(await listed('search=.*')).to.deep.equal([])
      expect(await listed('search=%20')).to.have.length(3)
      expect((await client.get('/suppressions?search=example&limit=1')).body.total).to.equal(3)
    })

    it('answers 400 to a malformed cursor', async () => {
      expect((await client.get('/suppressions?cursor=x')).status).to.equal(400)
    })
  })

  describe('POST /suppressions', () => {
    it('suppresses an address once, in whatever case, and reports whether it was suppressed already', async () => {
      const before = Date.now()
      const made = await client.post('/suppressions', { email: ' Ada@Example.com ' })
      expect(made).to.deep.include({
        status: 201,
        body: { email: 'ada@example.com', reason: 'MANUAL', createdAt: made.body.createdAt },
      })
      expect(Date.parse(made.body.createdAt)).to.be.within(before, Date.now())
      const again = await client.post('/suppressions', { email: 'ADA@example.com' })
      expect(again).to.deep.include({ status: 200, body: made.body })
      expect(await listed()).to.deep.equal(['ada@example.com'])
    })

    it('makes one suppression for twenty simultaneous requests, and answers 201 once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.post('/suppressions', { email: 'ada@example.com' })),
      )
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).to.deep.equal([...Array.from({ length: 19 }, () => 200), 201])
      expect(await Suppression.countDocuments({ projectId: project.id })).to.equal(1)
    })

    it('keeps an existing reason, and the subscription of the contact', async () => {
      await suppress('ada@example.com', { reason: 'COMPLAINT' })
      const { _id } = await createContact({ projectId: project.id, email: 'ada@example.com', subscribed: true })
      expect((await client.post('/suppressions', { email: 'ada@example.com' })).body.reason).to.equal('COMPLAINT')
      expect(await Contact.findById(_id).lean()).to.include({ subscribed: true })
    })

    it('answers 422 to an invalid address, and to none', async () => {
      for (const [email, code] of [
        [undefined, 'required'],
        ['nobody', 'invalid_string'],
        [5, 'invalid_type'],
      ]) {
        expect(await client.post('/suppressions', { email })).to.deep.include({
          status: 422,
          faults: [`email ${code}`],
        })
      }
      expect(await Suppression.countDocuments({ projectId: project.id })).to.equal(0)
    })
  })

  describe('DELETE /suppressions/:email', () => {
    it('accepts the address URL-encoded and in any case, and subscribes no contact', async () => {
      await suppress('a+d/a@example.com')
      const contact = await createContact({ projectId: project.id, email: 'a+d/a@example.com', subscribed: false })
      const res = await client.delete(`/suppressions/${encodeURIComponent('A+d/A@Example.com')}`)
      expect(res).to.include({ status: 204, body: '' })
      expect(await listed()).to.deep.equal([])
      expect(await Contact.findById(contact._id).lean()).to.include({ subscribed: false })
    })

    it('answers 404 to an address that is not suppressed, the second time too', async () => {
      await suppress('ada@example.com')
      await client.delete('/suppressions/ada@example.com')
      for (const email of ['ada@example.com', 'nonsense']) {
        expect(await client.delete(`/suppressions/${email}`)).to.deep.include({
          status: 404,
          code: 'RESOURCE_NOT_FOUND',
          details: { resource: 'suppression', id: email },
        })
      }
    })

    it('does not affect another project', async () => {
      await suppress('ada@example.com')
      const other = gateway.as((await createProject()).secretKey)
      expect((await other.delete('/suppressions/ada@example.com')).status).to.equal(404)
      expect(await listed()).to.deep.equal(['ada@example.com'])
    })
  })
})
