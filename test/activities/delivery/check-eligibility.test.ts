import { expect } from 'chai'
import { checkEligibility } from '../../../activities/delivery/check-eligibility.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createEmail, createProject } from '../../support/factories.js'

const EMAILS = 30
// As JSON a little less than the 256 KB that a contact may hold; MongoDB stores it in more than a megabyte.
const NUMBERS = 125_000

describe('the check before a submission', () => {
  useDatabase()

  it('reads any number of contacts of the largest size', async () => {
    const { id: projectId } = await createProject()
    const data = { numbers: Array.from({ length: NUMBERS }, () => 1) }
    const emails = await Promise.all(
      Array.from({ length: EMAILS }, async () => {
        const { _id: contactId, email: to } = await createContact({ projectId, data })
        return createEmail({ projectId, contactId, to })
      }),
    )
    const checks = await checkEligibility(emails, true)
    const checked = checks.map((check) => ('contact' in check ? check.contact._id : check))
    expect(checked).to.deep.equal(emails.map(({ contactId }) => contactId))
  })
})
