import { expect } from 'chai'
import { claimEmail } from '../../../commands/emails/claim-email.js'
import { Email } from '../../../models/email.js'
import { useDatabase } from '../../support/database.js'
import { createEmail, createProject } from '../../support/factories.js'
import { losingOneAnswer } from '../../support/lost-answer.js'

describe('claimEmail', () => {
  useDatabase()

  it('knows what it has claimed though the answer of MongoDB was lost', async () => {
    const { id: projectId } = await createProject()
    const emails = await Promise.all(Array.from({ length: 10 }, () => createEmail({ projectId })))
    const [first, ...others] = emails.map(({ _id }) => _id)
    const one = await losingOneAnswer(Email, 'findOneAndUpdate', () => claimEmail({ projectId, emailId: first ?? '' }))
    expect(one).to.include({ _id: first, status: 'SENDING', attempt: 1 })

    const many = await losingOneAnswer(Email, 'updateMany', () =>
      Promise.all(others.map((emailId) => claimEmail({ projectId, emailId }))),
    )
    expect(many.map((email) => email?._id)).to.deep.equal(others)
    expect(await Email.countDocuments({ projectId, status: 'SENDING', attempt: 1 })).to.equal(10)
  })
})
