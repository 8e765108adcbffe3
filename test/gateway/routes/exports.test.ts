import { expect } from 'chai'
import { exportSlice } from '../../../commands/lifecycle/exports/export-slice.js'
import { eraseJobAddresses } from '../../../commands/lifecycle/erasure/erase-job-addresses.js'
import { ExportPart, Job } from '../../support/models.js'
import { createContact, createExportJob, createImportJob, createProject } from '../../support/factories.js'
import { finishJob } from '../../support/jobs.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

const DAY_MS = 86_400_000
const MB = 1_048_576
const PARTS = 24

describe('exports', () => {
  const { gateway, project, client } = useProject()
  const request = async (body: object): Promise<string> => (await client.post('/exports', body)).body.jobId
  const finish = (jobId: string) => finishJob({ projectId: project.id, jobId }, exportSlice)

  it('are accepted as jobs, show their progress, and end with a file to download', async () => {
    await createContact({ projectId: project.id, email: 'ada@example.com' })
    const res = await client.post('/exports', { kind: 'contacts', format: 'csv' })
    expect(res.status).to.equal(202)
    expect(res.body).to.have.all.keys('message', 'jobId')
    const { jobId } = res.body
    expect(gateway.entries).to.deep.equal([{ kind: 'job', projectId: project.id, id: jobId }])
    const { createdAt, ...waiting } = (await client.get(`/exports/${jobId}`)).body
    const fileName = `contacts-${createdAt.slice(0, 10)}.csv`
    expect(waiting).to.deep.equal({
      id: jobId,
      kind: 'contacts',
      format: 'csv',
      status: 'PENDING',
      state: 'waiting',
      progress: 0,
      rows: 0,
      bytes: 0,
      fileName,
      expiresAt: null,
      failedReason: null,
      completedAt: null,
    })
    const early = await client.get(`/exports/${jobId}/file`)
    expect(early).to.deep.include({ status: 409, code: 'CONFLICT', details: { status: 'PENDING', progress: 0 } })

    await finish(jobId)
    const content = 'email,subscribed\r\nada@example.com,true\r\n'
    const done = (await client.get(`/exports/${jobId}`)).body
    expect(done).to.include({ status: 'COMPLETED', progress: 100, rows: 1, bytes: content.length })
    expect(Date.parse(done.expiresAt) - Date.parse(done.completedAt)).to.equal(DAY_MS)
    const file = await client.get(`/exports/${jobId}/file`, { 'accept-encoding': 'identity' })
    expect(file).to.include({ status: 200, body: content })
    expect(Object.fromEntries(file.headers)).to.include({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const head = await client.request('HEAD', `/exports/${jobId}/file`)
    expect([head.status, head.body]).to.deep.equal([200, ''])
  })

  it('accept the filter of their kind', async () => {
    await createContact({ projectId: project.id, email: 'ada@example.com', subscribed: false })
    await createContact({ projectId: project.id, email: 'bob@example.com' })
    const bodies = [
      { kind: 'contacts', format: 'ndjson', filter: { subscribed: true, search: 'BOB' } },
      { kind: 'suppressions', format: 'ndjson', filter: { reason: 'BOUNCE' } },
      {
        kind: 'emails',
        format: 'ndjson',
        filter: { status: 'SENT,FAILED', to: 'Ada@Example.com', unsubscribed: true, startDate: '2026-03-01' },
      },
      { kind: 'emails', format: 'ndjson', filter: { statuses: ['SENT'], recipient: 'Ada@Example.com' } },
      { kind: 'events', format: 'ndjson', filter: { name: 'paid', endDate: '2026-03-31T10:00:00Z' } },
    ]
    const files = []
    for (const body of bodies) {
      const jobId = await request(body)
      await finish(jobId)
      const { headers, body: file } = await client.get(`/exports/${jobId}/file`)
      expect(headers.get('content-type')).to.equal('application/x-ndjson')
      files.push(file)
    }
    const [, , emails, aliases, events] = await Job.find({ projectId: project.id }).sort({ _id: 1 }).lean()
    const ada = { to: 'ada@example.com' }
    const filter = { ...ada, statuses: ['SENT', 'FAILED'], unsubscribed: true, from: new Date('2026-03-01') }
    expect(emails?.input).to.have.deep.property('filter', filter)
    expect(aliases?.input).to.have.deep.property('filter', { ...ada, statuses: ['SENT'] })
    expect(events?.input).to.have.deep.property('filter', { name: 'paid', until: new Date('2026-03-31T10:00:00.001Z') })
    expect(files).to.deep.equal([{ email: 'bob@example.com', subscribed: true, data: {} }, '', '', '', ''])
  })

  it('are refused with 422 on the invalid field', async () => {
    for (const [body, field] of [
      [{ kind: 'templates', format: 'csv' }, 'kind'],
      [{ kind: 'contacts' }, 'format'],
      [{ kind: 'contacts', format: 'ndjson', bom: true }, 'bom'],
      [{ kind: 'contacts', format: 'csv', bom: 'yes' }, 'bom'],
      [{ kind: 'suppressions', format: 'csv', filter: { reason: 'x' } }, 'filter.reason'],
      [{ kind: 'emails', format: 'csv', filter: { startDate: 'today' } }, 'filter.startDate'],
    ] as const)
      expect(await client.post('/exports', body)).to.deep.include({ status: 422, fields: [field] })
  })

  it('are refused above fifty stored files, until one is deleted', async () => {
    const input = { kind: 'events', format: 'csv' }
    for (let files = 1; files < 50; files += 1) await createExportJob({ projectId: project.id })
    await createExportJob({ projectId: project.id, eraseAt: new Date(Date.now() - 1_000) })
    const { _id } = await createExportJob({ projectId: project.id })
    const details = { quota: 'exports', limit: 50, used: 50 }
    expect(await client.post('/exports', input)).to.deep.include({ status: 422, code: 'QUOTA_EXCEEDED', details })
    await client.delete(`/exports/${_id}`)
    expect((await client.post('/exports', input)).status).to.equal(202)
  })

  it('are listed newest first, page by page, without other jobs and other projects', async () => {
    const ids: string[] = []
    for (const format of ['csv', 'ndjson', 'csv']) ids.unshift(await request({ kind: 'events', format }))
    await createImportJob({ projectId: project.id })
    await createExportJob({ projectId: (await createProject()).id })
    const listed = await walkPages<{ id: string }>(client, '/exports?limit=2')
    expect(listed.map(({ id }) => id)).to.deep.equal(ids)
    expect((await client.get('/exports')).body.total).to.equal(3)
    expect(listed[1]).to.include({ kind: 'events', format: 'ndjson', status: 'PENDING' })
  })

  it('that failed have no file', async () => {
    const failed = { status: 'FAILED', failedReason: 'Segment not found' } as const
    const { _id } = await createExportJob({ projectId: project.id, ...failed })
    expect((await client.get(`/exports/${_id}`)).body).to.include({ status: 'FAILED', expiresAt: null })
    expect(await client.get(`/exports/${_id}/file`)).to.include({ status: 409, code: 'CONFLICT' })
  })

  it('lose their file a day after their end, and their filter in the purge', async () => {
    const input = { kind: 'contacts', format: 'csv', filter: { search: 'ada@example.com' } }
    const past = new Date(Date.now() - 1_000)
    const { _id: jobId } = await createExportJob({ projectId: project.id, input, eraseAt: past })
    const { _id: kept } = await createExportJob({ projectId: project.id })
    const gone = { status: 404, code: 'RESOURCE_NOT_FOUND', details: { resource: 'job', id: jobId } }
    expect(await client.get(`/exports/${jobId}/file`)).to.deep.include(gone)
    await eraseJobAddresses(new Date())
    expect(await ExportPart.distinct('jobId', { projectId: project.id })).to.deep.equal([kept])
    expect((await Job.findById(jobId).orFail().lean()).input).to.deep.equal({ ...input, filter: {} })
    expect((await client.get(`/exports/${jobId}`)).body).to.include({ status: 'COMPLETED', rows: 1, expiresAt: null })
    expect(await client.get(`/exports/${jobId}/file`)).to.deep.include(gone)
  })

  it('are read from MongoDB as fast as the client reads, and break off when a part is missing', async () => {
    const { _id: jobId } = await createExportJob({ projectId: project.id, result: { rows: 1, bytes: PARTS * MB } })
    await ExportPart.deleteMany({ jobId })
    const bytes = Buffer.alloc(MB, 'x')
    for (let position = 0; position < PARTS; position += 1)
      await ExportPart.create({ _id: `${jobId}:${position}`, projectId: project.id, jobId, position, bytes })
    const headers = { authorization: `Bearer ${project.secretKey}`, 'accept-encoding': 'identity' }
    const { body } = await fetch(`${gateway.origin}/exports/${jobId}/file`, { headers })
    const reader = body!.getReader()
    let { length: readBytes } = (await reader.read()).value!
    // The buffers of both ends hold some megabytes; all the rest is still in MongoDB.
    await ExportPart.deleteMany({ jobId, position: { $gte: PARTS - 4 } })
    const readAll = async (): Promise<void> => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) readBytes += next.value.length
    }
    expect(await readAll().catch((error: unknown) => error)).to.be.instanceOf(Error)
    expect(readBytes).to.be.at.most((PARTS - 4) * MB)
  })

  it('are deleted with their file', async () => {
    const { _id } = await createExportJob({ projectId: project.id })
    expect((await client.delete(`/exports/${_id}`)).status).to.equal(204)
    expect((await client.get(`/exports/${_id}`)).status).to.equal(404)
    expect((await client.delete(`/exports/${_id}`)).status).to.equal(404)
    expect(await ExportPart.countDocuments({ projectId: project.id })).to.equal(0)
  })
})
