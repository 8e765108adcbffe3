import { expect } from 'chai'
import type { ClientSession } from 'mongoose'
import { Suppression } from '../../support/models.js'
import { createGroupedTransaction } from '../../../runtime/mongodb/grouped-transaction.js'
import { useDatabase } from '../../support/database.js'

describe('a grouped transaction', () => {
  useDatabase({ isEmptied: 'before each' })

  let groups: number[]
  beforeEach(() => {
    groups = []
  })

  const store = createGroupedTransaction<string, string>(async (emails, session: ClientSession) => {
    groups.push(emails.length)
    await Suppression.insertMany(
      emails.map((email) => ({ projectId: 'any', email, reason: 'MANUAL' as const })),
      { session },
    )
    return emails.map((email) => `stored ${email}`)
  })
  const stored = async () => (await Suppression.find({}).lean()).map(({ email }) => email)

  it('takes a call that comes alone at once, and those that come meanwhile together', async () => {
    const emails = Array.from({ length: 40 }, (_, n) => `${n}@example.com`)
    expect(await Promise.all(emails.map((email) => store(email)))).to.deep.equal(
      emails.map((email) => `stored ${email}`),
    )
    expect(groups[0]).to.equal(1)
    expect(groups.length).to.be.below(6)
    expect(await stored()).to.have.members(emails)
  })

  it('lets a call fail by itself, whose item cannot be written', async () => {
    await store('taken@example.com')
    const emails = ['a@example.com', 'b@example.com', 'taken@example.com', 'c@example.com', 'd@example.com']
    const settled = await Promise.allSettled(emails.map((email) => store(email)))
    const failed = emails.filter((_, index) => settled[index]?.status === 'rejected')
    expect(failed).to.deep.equal(['taken@example.com'])
    expect(await stored()).to.have.members(emails)
  })
})
