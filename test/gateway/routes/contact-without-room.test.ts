import { expect } from 'chai'
import { changeContactsSlice } from '../../../commands/contacts/change-contacts-slice.js'
import { computeSegmentSlice } from '../../../commands/segments/compute-segment-slice.js'
import { importSlice } from '../../../commands/contacts/import-slice.js'
import type { BulkJob } from '../../../models/bulk-job.js'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { ImportJob } from '../../../models/import-job.js'
import { Job, type JobRecord } from '../../../models/job.js'
import { fileForm } from '../../support/file-form.js'
import { createContacts } from '../../support/factories.js'
import { eventsOf, finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'
import { settle } from '../../support/settle.js'
import { takeRoom } from '../../support/without-room.js'

describe('a contact whose document cannot grow', () => {
  const { project, client, publicClient } = useProject()
  let full: ContactRecord
  let others: ContactRecord[]

  beforeEach(async () => {
    const projectId = project.id
    ;[full, ...others] = (await createContacts(5, { projectId })) as [ContactRecord, ...ContactRecord[]]
    await settle(projectId)
    await takeRoom(full)
  })

  const stored = () => Contact.findOne({ _id: full._id, projectId: project.id }, { activity: 0 }).orFail().lean()

  it('is refused more by a clear error, and keeps what it has', async () => {
    const patched = await client.patch(`/contacts/${full._id}`, { data: { plan: 'pro and more' } })
    expect(patched).to.deep.include({ status: 422, fields: ['data'] })
    expect(patched.body.error.errors[0]).to.include({ code: 'too_big', message: 'The contact has no room for more' })
    const tracked = await publicClient.post('/v1/track', { email: full.email, event: 'signed up' })
    expect(tracked).to.deep.include({ status: 422, fields: ['event'] })
    const mail = { to: [full.email, others[0]?.email], subject: 'Hi', body: '<p>Hi</p>', from: 'a@example.com' }
    const sent = await client.post('/v1/send', { ...mail, data: { plan: 'pro and more' } })
    expect(sent).to.deep.include({ status: 422, fields: ['data'] })
    expect((await client.post('/v1/send', mail)).status).to.equal(200)
  })

  it('can still opt out, alone and with others', async () => {
    expect((await client.patch(`/contacts/${full._id}`, { subscribed: false })).status).to.equal(200)
    expect(await eventsOf(project.id)).to.have.length(1)
    expect((await stored()).subscribed).to.equal(false)
    const contactIds = [full, ...others].map(({ _id }) => _id)
    const { body } = await client.post('/contacts/bulk-subscribe', { contactIds })
    const job = await finishJob<BulkJob>({ projectId: project.id, jobId: body.jobId }, changeContactsSlice)
    expect(job).to.deep.include({ status: 'COMPLETED' })
    expect(job.result).to.include({ successCount: 1, unchangedCount: 4, failureCount: 0 })
  })

  it('is a bad row of an import, which takes the others', async () => {
    const rows = [full, ...others].map(({ email }) => `${email},professional`)
    const form = fileForm(`email,plan\n${rows.join('\n')}\n`)
    const { body } = await client.post('/contacts/import', form)
    const job = await finishJob<ImportJob>({ projectId: project.id, jobId: body.jobId }, importSlice)
    expect(job.result).to.deep.include({ total: 5, updated: 4, failed: 1 })
    expect(job.result.errors).to.deep.equal([{ row: 2, email: full.email, error: 'The contact has no room for more' }])
  })

  it('stays out of a tracked segment, which is computed and takes the others', async () => {
    const condition = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
    }
    const segment = { name: 'All', type: 'DYNAMIC', condition, trackMembership: true }
    expect((await client.post('/segments', segment)).status).to.equal(201)
    const { _id: jobId } = await Job.findOne({ projectId: project.id }).orFail().lean()
    const job = await finishJob<JobRecord>({ projectId: project.id, jobId }, computeSegmentSlice)
    expect(job).to.deep.include({ status: 'COMPLETED', result: { added: 4, removed: 0 } })
    expect((await stored()).segments).to.deep.equal([])
  })
})
