import { expect } from 'chai'
import { addressOf, insertContacts, insertEmails, sampleOf } from '../../bench/stored-shapes.js'
import { contactTotals } from '../../commands/audience/contacts/contact-totals.js'
import { listEmails } from '../../commands/sending/emails/list-emails.js'
import { Contact, Email } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { useDatabase } from '../support/database.js'

describe('the documents that benchmarks insert', () => {
  useDatabase()

  const [projectId, campaignId] = [newId(), newId()]
  const SIZE = 200

  before(async () => {
    await insertContacts(projectId, SIZE)
    await insertEmails(projectId, campaignId, SIZE)
  })

  it('are what the models store, so that a change of a model is noticed here', async () => {
    await expectShape((contact) => new Contact(contact), await Contact.find({ projectId }).lean())
    await expectShape((email) => new Email(email), await Email.find({ projectId }).lean())
  })

  it('are counted as the API counts them', async () => {
    expect(await contactTotals(projectId)).to.include({ contacts: SIZE, subscribed: SIZE })
    const totalOf = async (filter: object): Promise<number> =>
      (await listEmails({ projectId, after: null, limit: 1, ...filter })).total
    expect(await totalOf({})).to.equal(SIZE)
    expect(await totalOf({ campaignId })).to.equal(SIZE / 10)
    expect(await totalOf({ statuses: ['FAILED'] })).to.equal(SIZE / 100)
    expect(await totalOf({ statuses: ['BOUNCED'] })).to.equal(SIZE / 100)
  })

  it('have one email for each contact, and samples that are spread over all', async () => {
    const samples = await sampleOf(projectId, SIZE, 4)
    expect(samples.map(({ email }) => email)).to.have.members([25, 75, 125, 175].map(addressOf))
    for (const { email, contactId, emailId } of samples) {
      expect(await Contact.findById(contactId).lean()).to.include({ email })
      expect(await Email.findById(emailId).lean()).to.include({ contactId, to: email })
    }
  })
})

/** Each document is valid, and has every field that a new document of the model has. */
async function expectShape<Document extends object>(
  hydrate: (document: Document) => { validate(): Promise<void>; toObject(): object },
  documents: readonly Document[],
): Promise<void> {
  expect(documents).to.have.length(200)
  for (const document of documents) {
    const hydrated = hydrate(document)
    await hydrated.validate()
    expect(document).to.have.all.keys(Object.keys(hydrated.toObject()).filter((key) => key !== '__v'))
  }
}
