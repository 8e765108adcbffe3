import { expect } from 'chai'
import { claimEmails } from '../../../../commands/sending/emails/claim-emails.js'
import { Email, type EmailRecord } from '../../../../models/email.js'
import { useDatabase } from '../../../support/database.js'
import { createEmail, createProject } from '../../../support/factories.js'
import { losingOneAnswer } from '../../../support/lost-answer.js'

describe('claimEmails', () => {
  useDatabase()

  it('recognises its own claim although the reply of MongoDB was lost', async () => {
    const { id: projectId } = await createProject()
    const emails = await Promise.all(Array.from({ length: 10 }, () => createEmail({ projectId })))
    const [first, ...others] = emails.map(({ _id }) => _id)
    const ids = (all: EmailRecord[]) => all.map(({ _id }) => _id)
    const one = await losingOneAnswer(Email, 'findOneAndUpdate', () =>
      claimEmails([{ projectId, emailId: first ?? '' }]),
    )
    expect(one.claimed).to.have.length(1)
    expect(one.claimed[0]).to.include({ _id: first, status: 'SENDING', attempt: 1 })

    const many = await losingOneAnswer(Email, 'updateMany', () =>
      claimEmails(others.map((emailId) => ({ projectId, emailId }))),
    )
    expect(ids(many.claimed)).to.have.members(others)
    expect([...one.others, ...many.others]).to.be.empty
    expect(await Email.countDocuments({ projectId, status: 'SENDING', attempt: 1 })).to.equal(10)
  })
})
