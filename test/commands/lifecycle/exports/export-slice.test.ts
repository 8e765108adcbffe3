import { expect } from 'chai'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { deleteExport } from '../../../../commands/lifecycle/exports/delete-export.js'
import { readExportFile } from '../../../../commands/lifecycle/exports/export-file.js'
import { exportSlice } from '../../../../commands/lifecycle/exports/export-slice.js'
import { requestExport } from '../../../../commands/lifecycle/exports/request-export.js'
import { runSlice } from '../../../../commands/base/jobs/advance-job.js'
import { Campaign } from '../../../../models/campaign.js'
import { Contact } from '../../../../models/contact.js'
import { escapeData } from '../../../../models/domain/fields.js'
import { Email } from '../../../../models/email.js'
import { Event } from '../../../../models/event.js'
import type { ExportInput, ExportJob } from '../../../../models/export-job.js'
import { ExportPart } from '../../../../models/export-part.js'
import { Job } from '../../../../models/job.js'
import { Segment } from '../../../../models/segment.js'
import { Suppression } from '../../../../models/suppression.js'
import { newId } from '../../../../runtime/ids.js'
import { only } from '../../../support/conditions.js'
import { crashEverywhere } from '../../../support/crashes.js'
import { useDatabase } from '../../../support/database.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { createCampaign, createContact, createEmail, createProject, createSegment } from '../../../support/factories.js'
import { finishJob } from '../../../support/jobs.js'
import { expectIndexed } from '../../../models/expect-indexed.js'

const HOUR_MS = 3_600_000

describe('an export', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const request = async (input: ExportInput) => ({ projectId, jobId: await requestExport(projectId, input) })
  const fileOf = ({ _id, result }: ExportJob): Promise<string> =>
    text(Readable.from(readExportFile({ projectId, jobId: _id }, result.bytes)))
  /** The job of an export that has ended, and the lines of its file. */
  const exported = async (input: ExportInput) => {
    const job = await finishJob<ExportJob>(await request(input), exportSlice)
    const file = await fileOf(job)
    expect(job.result.bytes).to.equal(Buffer.byteLength(file))
    return { job, file, lines: file.split(input.format === 'csv' ? '\r\n' : '\n').slice(0, -1) }
  }
  const rowsOf = async (input: ExportInput): Promise<Record<string, unknown>[]> =>
    (await exported(input)).lines.map((line): Record<string, unknown> => JSON.parse(line))

  describe('of contacts', () => {
    const DATA = {
      plan: 'pro',
      'a.b': '12',
      age: 36,
      isMember: true,
      ' padded ': ' a ',
      note: 'two\nlines, "quoted"',
      formula: '=1+1',
      since: '2020-01-01',
      list: [1, '2', null, { 'c.d': ';=1' }],
    }

    it('makes a CSV file by address with a column for each field that a contact has, and no ids or times', async () => {
      await createContact({ projectId, email: 'bob@example.com', subscribed: false, data: { plan: 'free' } })
      await createContact({ projectId, email: 'ada@example.com', data: DATA })
      await createContact({ projectId, email: '=eva@example.com' })
      await dispatchAll(projectId)
      const { job, lines } = await exported({ kind: 'contacts', format: 'csv', filter: {} })
      expect(job).to.deep.include({ status: 'COMPLETED', progress: 100 })
      expect(job.result.rows).to.equal(3)
      expect(lines).to.deep.equal([
        'email,subscribed,"""data. padded """,data.a.b,data.age,data.formula,data.isMember,data.list,data.note,' +
          'data.plan,data.since',
        '"""=eva@example.com""",true,,,,,,,,,',
        'ada@example.com,true,""" a ""","""12""",36,"""=1+1""",true,' +
          String.raw`"[1,""2"",null,{""c.d"":""\u003b=1""}]","two` +
          '\nlines, ""quoted""",pro,2020-01-01',
        'bob@example.com,false,,,,,,,,free,',
      ])
    })

    it('makes an NDJSON file with the types of the values, in the order of the keys', async () => {
      await createContact({ projectId, email: 'ada@example.com', subscribed: false, data: DATA })
      await dispatchAll(projectId)
      const { file } = await exported({ kind: 'contacts', format: 'ndjson', filter: {} })
      const sorted = Object.fromEntries(Object.entries(DATA).sort(([a], [b]) => (a < b ? -1 : 1)))
      expect(file).to.equal(`${JSON.stringify({ email: 'ada@example.com', subscribed: false, data: sorted })}\n`)
    })

    it('has only the header, or nothing, without contacts', async () => {
      expect((await exported({ kind: 'contacts', format: 'csv', filter: {} })).file).to.equal('email,subscribed\r\n')
      const { job, file } = await exported({ kind: 'contacts', format: 'ndjson', filter: {} })
      expect([job.status, file]).to.deep.equal(['COMPLETED', ''])
    })

    it('has the contacts selected by search, subscription, segment and condition', async () => {
      const { _id: segmentId } = await createSegment({ projectId })
      const inSegment = { segments: [segmentId] }
      await createContact({ projectId, email: 'ada@example.com', data: { plan: 'pro' }, ...inSegment })
      await createContact({ projectId, email: 'bob@example.com', data: { plan: 'free' }, ...inSegment })
      await createContact({ projectId, email: 'eva@example.org', data: { plan: 'pro' }, subscribed: false })
      await createContact({ projectId: (await createProject()).id, email: 'foreign@example.com' })
      await dispatchAll(projectId)
      const condition = only({ field: 'data.plan', operator: 'equals', value: 'pro' })
      const namesOf = async (filter: object) =>
        (await rowsOf({ kind: 'contacts', format: 'ndjson', filter })).map(({ email }) => String(email).slice(0, 3))
      expect(await namesOf({})).to.deep.equal(['ada', 'bob', 'eva'])
      expect(await namesOf({ search: '.com' })).to.deep.equal(['ada', 'bob'])
      expect(await namesOf({ subscribed: false })).to.deep.equal(['eva'])
      expect(await namesOf({ segmentId })).to.deep.equal(['ada', 'bob'])
      await Suppression.create({ projectId, email: 'bob@example.com', reason: 'BOUNCE' })
      expect(await namesOf({ suppressed: true })).to.deep.equal(['bob'])
      expect(await namesOf({ suppressed: false, subscribed: true })).to.deep.equal(['ada'])
      const { job } = await exported({ kind: 'contacts', format: 'csv', filter: { suppressed: false } })
      expect(job).to.deep.include({ status: 'COMPLETED', progress: 100 })
      expect(job.cursor?.matched).to.equal(2)
      expect(await namesOf({ condition })).to.deep.equal(['ada', 'eva'])
      expect(await namesOf({ condition, segmentId })).to.deep.equal(['ada'])
    })

    it('fails when its segment was deleted meanwhile', async () => {
      const { _id: segmentId } = await createSegment({ projectId })
      const ref = await request({ kind: 'contacts', format: 'csv', filter: { segmentId } })
      await Segment.deleteOne({ _id: segmentId, projectId })
      expect(await finishJob(ref, exportSlice)).to.include({ status: 'FAILED', failedReason: 'Segment not found' })
    })

    it('has every contact once after a crash at any point', async () => {
      // Several slices, because a slice ends when its rows reach a megabyte.
      const data = { text: 'x'.repeat(200_000) }
      const numbers = Array.from({ length: 8 }, (_, number) => String(number).padStart(2, '0'))
      for (const number of numbers) await createContact({ projectId, email: `${number}@example.com`, data })
      await dispatchAll(projectId)
      const input = { kind: 'contacts', format: 'ndjson', filter: {} } as const
      const finish = (ref: { projectId: string; jobId: string }) => finishJob<ExportJob>(ref, exportSlice)
      const crashes = await crashEverywhere({
        prepare: () => request(input),
        work: finish,
        recover: finish,
        async check({ jobId }) {
          const job = await Job.findOne({ _id: jobId, projectId }).orFail().lean<ExportJob>()
          expect(job).to.deep.include({ status: 'COMPLETED' })
          const emails = (await fileOf(job)).split('\n').map((line) => line.slice('{"email":"'.length, 12))
          expect(emails.slice(0, -1)).to.deep.equal(numbers)
          expect(job.result.rows).to.equal(numbers.length)
          expect(job.slices).to.equal(2)
        },
      })
      expect(crashes).to.be.greaterThan(15)
    })

    it('continues after five thousand contacts that do not match', async () => {
      const rest = { projectId, domain: 'example.com', subscribed: true, data: {}, segments: [] }
      const contacts = Array.from({ length: 10_001 }, (_, number) => {
        const email = `${String(number).padStart(5, '0')}@example.com`
        return { ...rest, _id: newId(), email, subscribed: number !== 7 && number !== 10_000 }
      })
      await Contact.collection.insertMany(contacts as never[])
      const rows = await rowsOf({ kind: 'contacts', format: 'ndjson', filter: { subscribed: false } })
      expect(rows.map(({ email }) => email)).to.deep.equal(['00007@example.com', '10000@example.com'])
    })
  })

  it('of suppressions has the active ones by address, of every reason or of one', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS)
    await Suppression.create([
      { projectId, email: 'eva@example.com', reason: 'SOFT_BOUNCES', expiresAt },
      { projectId, email: 'bob@example.com', reason: 'COMPLAINT' },
      { projectId, email: 'over@example.com', reason: 'SOFT_BOUNCES', expiresAt: new Date(Date.now() - HOUR_MS) },
      { projectId, email: 'ada@example.com', reason: 'BOUNCE' },
    ])
    const { file } = await exported({ kind: 'suppressions', format: 'csv', filter: {} })
    expect(file).to.equal(
      'email,reason\r\nada@example.com,BOUNCE\r\nbob@example.com,COMPLAINT\r\neva@example.com,SOFT_BOUNCES\r\n',
    )
    const bounced = await exported({ kind: 'suppressions', format: 'ndjson', filter: { reason: 'BOUNCE' } })
    expect(bounced.file).to.equal('{"email":"ada@example.com","reason":"BOUNCE"}\n')
  })

  it('of emails has the newest first, by status, campaign and time, and no subject that is a formula', async () => {
    const { _id: campaignId } = await createCampaign({ projectId })
    const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour))
    await createEmail({ projectId, subject: 'first', status: 'BOUNCED', createdAt: at(9), campaignId })
    const sent = { status: 'SENT', createdAt: at(10), sentAt: at(11) } as const
    const { to } = await createEmail({ projectId, subject: '=1+1', ...sent })
    await createEmail({ projectId, subject: 'third', status: 'SENT', createdAt: at(12), campaignId })
    const subjectsOf = async (filter: object) =>
      (await rowsOf({ kind: 'emails', format: 'ndjson', filter })).map(({ subject }) => subject)
    expect(await subjectsOf({})).to.deep.equal(['third', '=1+1', 'first'])
    expect(await subjectsOf({ statuses: ['SENT'] })).to.deep.equal(['third', '=1+1'])
    expect(await subjectsOf({ campaignId })).to.deep.equal(['third', 'first'])
    expect(await subjectsOf({ campaignId, statuses: ['BOUNCED', 'FAILED'] })).to.deep.equal(['first'])
    expect(await subjectsOf({ sourceType: 'CAMPAIGN' })).to.deep.equal([])
    await Email.updateOne({ projectId, subject: 'third' }, { $set: { unsubscribedAt: at(13) } })
    expect(await subjectsOf({ campaignId, unsubscribed: true })).to.deep.equal(['third'])
    expect(await subjectsOf({ to, sourceType: 'TRANSACTIONAL' })).to.deep.equal(['=1+1'])
    expect(await subjectsOf({ from: at(10), until: at(12) })).to.deep.equal(['=1+1'])
    const { lines } = await exported({ kind: 'emails', format: 'csv', filter: { from: at(10), until: at(12) } })
    const cells = new Map(lines[0]?.split(',').map((name, column) => [name, lines[1]?.split(',')[column]]))
    expect(cells.get('subject')).to.equal('"""=1+1"""')
    expect(cells.get('sentAt')).to.equal('2026-03-02T11:00:00.000Z')
    expect(cells.get('openedAt')).to.equal('')
    expect(await Campaign.countDocuments({ projectId })).to.equal(1)
  })

  it('of events has the newest first, by name, contact and time', async () => {
    const { _id: contactId } = await createContact({ projectId })
    const event = { projectId, contactId: null, emailId: null, data: escapeData({ 'a.b': '1' }), depth: 0 }
    const began = Date.now() - HOUR_MS
    const at = (minute: number) => new Date(began + minute * 60_000)
    await Event.insertMany([
      { ...event, _id: newId(), name: 'signed up', contactId, createdAt: at(1) },
      { ...event, _id: newId(), name: 'paid', contactId, createdAt: at(2) },
      { ...event, _id: newId(), name: 'paid', createdAt: at(3) },
    ])
    const namesOf = async (filter: object) =>
      (await rowsOf({ kind: 'events', format: 'ndjson', filter })).map(({ name, contactId: of }) => [name, of])
    expect(await namesOf({})).to.deep.equal([
      ['paid', null],
      ['paid', contactId],
      ['signed up', contactId],
    ])
    expect(await namesOf({ name: 'paid', contactId })).to.deep.equal([['paid', contactId]])
    expect(await namesOf({ from: at(1), until: at(2) })).to.deep.equal([['signed up', contactId]])
    const { lines } = await exported({ kind: 'events', format: 'csv', filter: { name: 'signed up' } })
    expect(lines[0]).to.equal('id,createdAt,name,contactId,emailId,data')
    expect(lines[1]).to.match(/,signed up,[\da-f-]+,,"\{""a\.b"":""1""\}"$/)
  })

  it('of each kind reads an index in the order of the file', async () => {
    const { _id: segmentId } = await createSegment({ projectId })
    const { _id: contactId } = await createContact({ projectId, segments: [segmentId] })
    await createEmail({ projectId, campaignId: newId(), status: 'BOUNCED' })
    await Suppression.create({ projectId, email: 'ada@example.com', reason: 'BOUNCE' })
    const event = { projectId, contactId, emailId: null, data: {}, depth: 0, createdAt: new Date(Date.now() - HOUR_MS) }
    await Event.create({ ...event, _id: newId(), name: 'paid' })
    const inputs: ExportInput[] = [
      { kind: 'contacts', format: 'csv', filter: { segmentId, subscribed: true, search: 'contact' } },
      { kind: 'suppressions', format: 'csv', filter: { reason: 'BOUNCE' } },
      { kind: 'emails', format: 'csv', filter: { statuses: ['BOUNCED'], from: new Date(0) } },
      { kind: 'events', format: 'csv', filter: { name: 'paid', contactId } },
    ]
    for (const input of inputs) {
      const ref = await request(input)
      await expectIndexed(input.kind, () => exportSlice(ref))
    }
  })

  it('that is cancelled while it runs ends without a file', async () => {
    await createContact({ projectId, email: 'ada@example.com', data: { text: 'x'.repeat(200_000) } })
    const ref = await request({ kind: 'contacts', format: 'csv', filter: {} })
    await deleteExport(projectId, ref.jobId)
    expect(await runSlice(ref, exportSlice)).to.deep.equal({ isDone: true, progress: 100 })
    expect(await ExportPart.countDocuments({ projectId })).to.equal(0)
    expect(await Job.countDocuments({ projectId, kind: 'EXPORT' })).to.equal(0)
  })

  it('is an error to its reader when a part is missing', async () => {
    await createContact({ projectId, email: 'ada@example.com' })
    const { job } = await exported({ kind: 'contacts', format: 'csv', filter: {} })
    await ExportPart.deleteMany({ projectId })
    const error = await fileOf(job).catch((thrown: unknown) => thrown)
    expect(error)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/has 0 of 40 bytes/)
  })
})
