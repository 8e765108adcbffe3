import { expect } from 'chai'
import { changeContactsSlice } from '../../../commands/lifecycle/bulk-changes/change-contacts-slice.js'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { eraseJobAddresses } from '../../../commands/lifecycle/erasure/erase-job-addresses.js'
import type { BulkJob } from '../../../models/bulk-job.js'
import { Contact, ImportChunk, Job } from '../../support/models.js'
import { NO_ROWS } from '../../../models/import-job.js'
import { only } from '../../support/conditions.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import {
  createBulkJob,
  createContact,
  createContacts,
  createImportJob,
  createProject,
  createSegment,
} from '../../support/factories.js'
import { fileForm } from '../../support/file-form.js'
import { useProject } from '../../support/project.js'
import { walkPages } from '../../support/lists.js'
import { finishJob } from '../../support/jobs.js'

const isAda = only({ field: 'email', operator: 'equals', value: 'ada@example.com' })
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

describe('POST /contacts/import', () => {
  const { gateway, project, client } = useProject()

  it('accepts a file, and stores it with the job that imports it', async () => {
    const res = await client.post('/contacts/import', fileForm('email,plan\nada@example.com,pro\n'))
    expect(res.status).to.equal(202)
    expect(res.body).to.have.all.keys('message', 'jobId')
    const { jobId } = res.body
    expect(gateway.entries).to.deep.equal([{ kind: 'job', projectId: project.id, id: jobId }])
    expect(await ImportChunk.countDocuments({ projectId: project.id, jobId })).to.equal(1)

    const waiting = (await client.get(`/contacts/import/${jobId}`)).body
    expect(waiting.createdAt).to.match(ISO)
    const file = { kind: 'contacts', fileName: 'file.csv', size: 31, dryRun: false }
    const unread = { progress: 0, result: NO_ROWS, failedReason: null, completedAt: null }
    const begun = { status: 'PENDING', state: 'waiting', ...file, ...unread }
    expect(waiting).to.deep.equal({ id: jobId, createdAt: waiting.createdAt, ...begun })
    await importSlice({ projectId: project.id, jobId })
    expect((await client.get(`/contacts/import/${jobId}`)).body).to.include({ status: 'RUNNING', state: 'active' })
    await finishJob({ projectId: project.id, jobId }, importSlice)
    const done = (await client.get(`/contacts/import/${jobId}`)).body
    expect(done).to.deep.include({ status: 'COMPLETED', state: 'completed', progress: 100 })
    expect(done.result).to.deep.equal({ ...NO_ROWS, total: 1, created: 1 })
    expect(done.completedAt).to.match(ISO)
    const contact = { email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } }
    expect((await client.get('/contacts')).body.data[0]).to.deep.include(contact)
  })

  it('answers 400 on file immediately for an unreadable file, and stores nothing', async () => {
    const refused = {
      'is empty': '',
      'has no column named email': 'mail,plan\nada@example.com,pro\n',
      'names a column twice': 'email,plan,plan\n',
      'is no UTF-8': Uint8Array.from([0x65, 0x6d, 0x61, 0x69, 0x6c, 0x0a, 0xff]),
      'has a header with broken quotation marks': '"email\n',
    }
    for (const [what, content] of Object.entries(refused)) {
      const res = await client.post('/contacts/import', fileForm(content))
      expect(res, what).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields: ['file'] })
    }
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await ImportChunk.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('answers 415 for a body that is no form, and 400 for a form without a file', async () => {
    const csv = await client.post('/contacts/import', 'email\n', { 'content-type': 'text/csv' })
    expect(csv.status).to.equal(415)
    const form = new FormData()
    form.set('csv', 'email\n')
    expect(await client.post('/contacts/import', form)).to.deep.include({ status: 400, faults: ['file required'] })
  })
})

describe('GET /contacts/import', () => {
  const { project, client } = useProject()

  it('lists the imports of this project only, newest first, page by page', async () => {
    await createImportJob({ projectId: (await createProject()).id })
    await createBulkJob({ projectId: project.id })
    const made = [3, 2, 1].map((day) => ({ projectId: project.id, createdAt: new Date(Date.UTC(2026, 1, day)) }))
    const jobs = await Promise.all(made.map((fields) => createImportJob(fields)))
    const listed = await walkPages<{ id: string }>(client, '/contacts/import?limit=2')
    expect(listed.map(({ id }) => id)).to.deep.equal(jobs.map(({ _id }) => _id))
    expect((await client.get('/contacts/import')).body.total).to.equal(3)
    const { errors: _, ...counts } = NO_ROWS
    const result = { ...counts, total: 2, created: 1, failed: 1 }
    const file = { fileName: 'contacts.csv', size: 52, createdAt: '2026-02-03T00:00:00.000Z', completedAt: null }
    expect(listed[0]).to.deep.include({ status: 'RUNNING', progress: 50, result, ...file })
    expect(await client.get('/contacts/import?cursor=x')).to.include({ status: 400, code: 'BAD_REQUEST' })
  })

  it('shows the name of a file in one line of bounded length, and null without a name', async () => {
    const names = ['  größe\u0007 1.csv ', 'x'.repeat(1_000), ' ']
    for (const name of names) await client.post('/contacts/import', fileForm('email\n', name))
    const { data } = (await client.get('/contacts/import')).body
    const shown = data.map(({ fileName }: { fileName: string | null }) => fileName)
    expect(shown).to.deep.equal([null, 'x'.repeat(255), 'größe  1.csv'])
  })
})

describe('POST /contacts/bulk-subscribe, bulk-unsubscribe and bulk-delete', () => {
  const { gateway, project, client } = useProject()

  it('show why a job has failed', async () => {
    const failed = { status: 'FAILED', failedReason: 'No luck', completedAt: new Date() } as const
    const { _id } = await createBulkJob({ projectId: project.id, ...failed })
    const { body } = await client.get(`/contacts/bulk/${_id}`)
    expect(body).to.include({ state: 'failed', failedReason: 'No luck' })
  })

  it('accept the contacts by their ids, and show the progress of the job', async () => {
    const { _id } = await createContact({ projectId: project.id, subscribed: false })
    const res = await client.post('/contacts/bulk-subscribe', { contactIds: [_id, UNKNOWN_ID, _id] })
    expect(res.status).to.equal(202)
    const { jobId, message } = res.body
    expect(message).to.be.a('string')
    expect(gateway.entries).to.deep.equal([{ kind: 'job', projectId: project.id, id: jobId }])
    const counts = { totalRequested: 2, successCount: 0, unchangedCount: 0, failureCount: 0 }
    const waiting = { status: 'PENDING', state: 'waiting', result: { operation: 'subscribe', ...counts, errors: [] } }
    expect((await client.get(`/contacts/bulk/${jobId}`)).body).to.deep.include(waiting)
    await finishJob({ projectId: project.id, jobId }, changeContactsSlice)
    const done = (await client.get(`/contacts/bulk/${jobId}`)).body
    expect(done).to.include({ status: 'COMPLETED', state: 'completed', progress: 100 })
    expect(done.result).to.deep.include({ successCount: 1, failureCount: 1 })
    expect(done.result.errors).to.deep.equal([{ contactId: UNKNOWN_ID, email: null, error: 'Contact not found' }])
    expect((await client.get(`/contacts/${_id}`)).body.subscribed).to.equal(true)
  })

  it('subscribe, unsubscribe and delete', async () => {
    const [first, second] = (await createContacts(2, { projectId: project.id })).map(({ _id }) => _id)
    for (const [operation, contactId] of Object.entries({ unsubscribe: first, delete: second })) {
      const { body } = await client.post(`/contacts/bulk-${operation}`, { mode: 'ids', contactIds: [contactId] })
      const { result } = await finishJob({ projectId: project.id, jobId: body.jobId }, changeContactsSlice)
      expect(result).to.deep.include({ operation, successCount: 1 })
    }
    expect(await Contact.find({ projectId: project.id }).lean()).to.have.length(1)
    expect((await client.get(`/contacts/${first}`)).body.subscribed).to.equal(false)
    expect((await client.get(`/contacts/${second}`)).status).to.equal(404)
  })

  it('accept a filter for a whole list, and change no other project', async () => {
    const other = await createContact({ projectId: (await createProject()).id, email: 'ada@example.com' })
    const kept = await createContact({ projectId: project.id, email: 'ada.kept@example.com' })
    await createContact({ projectId: project.id, email: 'ada@example.com' })
    const selection = { mode: 'query', filter: { search: ' ADA ', subscribed: true }, excludeIds: [kept._id] }
    const { jobId } = (await client.post('/contacts/bulk-delete', selection)).body
    await finishJob({ projectId: project.id, jobId }, changeContactsSlice)
    const left = await Contact.find({ projectId: { $in: [project.id, other.projectId] } }).lean()
    expect(left.map(({ _id }) => _id)).to.have.members([kept._id, other._id])
  })

  it('erase addresses a day after their end, but keep the numbers and faults of bad rows', async () => {
    const scope = { projectId: project.id }
    const file = fileForm('email,plan\nada,pro\n')
    const { jobId } = (await client.post('/contacts/import', file)).body
    await finishJob({ ...scope, jobId }, importSlice)
    const query = { mode: 'query', filter: { search: 'ada@example.com', condition: isAda } }
    const bulk = (await client.post('/contacts/bulk-unsubscribe', query)).body
    await finishJob({ ...scope, jobId: bulk.jobId }, changeContactsSlice)
    const rowsOf = async () => (await client.get(`/contacts/import/${jobId}`)).body.result.errors
    const searchOf = async () => (await Job.findById(bulk.jobId).orFail().lean<BulkJob>()).input

    await eraseJobAddresses(new Date(Date.now() + 23 * 3_600_000))
    const [row] = await rowsOf()
    expect(row).to.include({ row: 2, email: 'ada' })
    expect(await searchOf()).to.have.nested.property('filter.search')
    expect(await searchOf()).to.have.nested.property('filter.condition')
    await eraseJobAddresses(new Date(Date.now() + 25 * 3_600_000))
    expect(await rowsOf()).to.deep.equal([{ ...row, email: '' }])
    expect(await searchOf()).not.to.have.nested.property('filter.search')
    expect(await searchOf()).not.to.have.nested.property('filter.condition')
  })

  it('answer 422 on an invalid field of a selection', async () => {
    const bad: [object, string][] = [
      [{}, 'contactIds'],
      [{ contactIds: [] }, 'contactIds'],
      [{ contactIds: Array.from({ length: 1_001 }, (_, n) => `${n}`) }, 'contactIds'],
      [{ contactIds: [5] }, 'contactIds.0'],
      [{ mode: 'all', contactIds: ['a'] }, 'mode'],
      [{ mode: 'query' }, 'filter'],
      [{ mode: 'query', filter: { subscribed: 'no' } }, 'filter.subscribed'],
      [{ mode: 'query', filter: { match: 'suffix' } }, 'filter.match'],
      [{ mode: 'query', filter: { condition: { ...isAda, logic: 'XOR' } } }, 'filter.condition.logic'],
      [{ mode: 'query', filter: {}, excludeIds: Array(1_001).fill('a') }, 'excludeIds'],
    ]
    for (const [body, field] of bad) {
      for (const operation of ['subscribe', 'unsubscribe', 'delete']) {
        const res = await client.post(`/contacts/bulk-${operation}`, body)
        expect(res, JSON.stringify(body).slice(0, 80)).to.deep.include({ status: 422, fields: [field] })
      }
    }
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
  })
})

describe('POST /contacts/bulk-join', () => {
  const { project, client } = useProject()

  it('adds the named or the matching contacts to a static segment, and counts its members', async () => {
    const scope = { projectId: project.id }
    const { _id: segmentId } = await createSegment({ ...scope, type: 'STATIC' })
    const [first, second] = await createContacts(2, scope)
    // More than one slice of the job.
    const others = Array.from({ length: 298 }, (_, n) => ({ ...scope, email: `n${n}@example.com`, subscribed: true }))
    await Contact.insertMany(others)
    await createContact({ ...scope, email: 'left@example.com', subscribed: false })
    const named = { contactIds: [first!._id, UNKNOWN_ID], segmentId }
    const run = async (body: object) => {
      const res = await client.post('/contacts/bulk-join', body)
      expect(res.status).to.equal(202)
      await finishJob({ ...scope, jobId: res.body.jobId }, changeContactsSlice)
      return (await client.get(`/contacts/bulk/${res.body.jobId}`)).body.result
    }
    const counts = { operation: 'join', successCount: 1, unchangedCount: 0, failureCount: 1 }
    expect(await run(named)).to.deep.include(counts)
    const all = { mode: 'query', filter: { subscribed: true }, excludeIds: [second!._id], segmentId }
    expect(await run(all)).to.deep.include({ successCount: 298, unchangedCount: 1, failureCount: 0 })
    expect((await client.get(`/segments/${segmentId}`)).body.memberCount).to.equal(299)
    expect((await client.get(`/segments/${segmentId}/contacts`)).body.total).to.equal(299)
  })

  it('refuses a dynamic segment and a missing one, and fails when it is deleted meanwhile', async () => {
    const scope = { projectId: project.id }
    const { _id } = await createContact(scope)
    const join = (segmentId: string) => client.post('/contacts/bulk-join', { contactIds: [_id], segmentId })
    const dynamic = await createSegment({ ...scope, type: 'DYNAMIC' })
    expect(await join(dynamic._id)).to.deep.include({ status: 422, fields: ['segmentId'] })
    expect(await client.post('/contacts/bulk-join', { contactIds: [_id] })).to.deep.include({ fields: ['segmentId'] })
    expect(await Job.countDocuments(scope)).to.equal(0)
    const segment = await createSegment({ ...scope, type: 'STATIC' })
    const { jobId } = (await join(segment._id)).body
    await client.delete(`/segments/${segment._id}`)
    await finishJob({ ...scope, jobId }, changeContactsSlice)
    expect((await client.get(`/contacts/bulk/${jobId}`)).body).to.include({ status: 'FAILED' })
  })
})

describe('POST /contacts/lookup', () => {
  const { project, client } = useProject()

  it('lists the addresses with a contact, as they are spelled, in their order and each once', async () => {
    const theirs = await createProject()
    for (const email of ['ada@example.com', 'bob@example.com']) await createContact({ projectId: project.id, email })
    await createContact({ projectId: theirs.id, email: 'eve@example.com' })
    const emails = ['eve@example.com', 'BOB@Example.com', 'no address', ' Ada@example.com', 'bob@example.com']
    emails.push('zoe@example.com', 'ADA@EXAMPLE.COM', 'No Address', '')
    const res = await client.post('/contacts/lookup', { emails })
    const found = ['BOB@Example.com', ' Ada@example.com']
    const notFound = ['eve@example.com', 'no address', 'zoe@example.com', '']
    expect(res).to.deep.include({ status: 200, body: { found, notFound } })
  })

  it('accepts 500 addresses, and answers 422 on emails for none or more', async () => {
    const emails = (count: number) => Array.from({ length: count }, (_, n) => `c${n}@example.com`)
    expect((await client.post('/contacts/lookup', { emails: emails(500) })).body.notFound).to.have.length(500)
    for (const body of [{}, { emails: [] }, { emails: emails(501) }, { emails: 'ada@example.com' }]) {
      expect(await client.post('/contacts/lookup', body)).to.deep.include({ status: 422, fields: ['emails'] })
    }
    const res = await client.post('/contacts/lookup', { emails: ['a@b.co', { $gt: '' }] })
    expect(res.body.error.errors[0].field).to.equal('emails.1')
  })
})
