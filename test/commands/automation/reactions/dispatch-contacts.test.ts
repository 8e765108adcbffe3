import { expect } from 'chai'
import { contactTotals } from '../../../../commands/audience/contacts/contact-totals.js'
import { completeContacts } from '../../../../commands/automation/reactions/dispatch-contacts.js'
import { ContactCount } from '../../../../models/contact-count.js'
import { Project } from '../../../../models/project.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { Outbox } from '../../../support/models.js'
import { setData } from '../../audience/contacts/set-data.js'

describe('completed changes of contacts', () => {
  useDatabase()

  it('count once each when two processes complete them at once, and some entries are already gone', async () => {
    const { id: projectId } = await createProject()
    await createContact({ projectId, email: 'ada@example.com' })
    for (const name of ['bob', 'cyd']) await createContact({ projectId, email: `${name}@example.com` })
    await setData(projectId, { email: 'ada@example.com' }, {}, { subscribed: false })
    const totals = { contacts: 3, subscribed: 2 }
    expect(await contactTotals(projectId)).to.deep.equal(totals)
    const entries = await Outbox.find({ projectId, kind: 'contact' }).sort({ _id: 1 }).lean()
    expect(entries).to.have.length(4)
    await completeContacts(entries.slice(0, 1))
    expect(await contactTotals(projectId)).to.deep.equal(totals)
    await Promise.all([completeContacts(entries), completeContacts(entries.slice(1)), completeContacts(entries)])
    expect(await contactTotals(projectId)).to.deep.equal(totals)
    expect(await ContactCount.findOne({ _id: projectId, projectId }).lean()).to.include(totals)
    expect(await Outbox.countDocuments({ projectId, kind: 'contact' })).to.equal(0)
  })

  it('count nothing for a project that is gone', async () => {
    const { id: projectId } = await createProject()
    await createContact({ projectId })
    await Project.deleteOne({ _id: projectId })
    await completeContacts(await Outbox.find({ projectId }).lean())
    expect(await ContactCount.findOne({ _id: projectId, projectId }).lean()).to.equal(null)
    expect(await Outbox.countDocuments({ projectId })).to.equal(0)
  })
})
