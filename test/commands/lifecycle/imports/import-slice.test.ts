import { expect } from 'chai'
import { failJob } from '../../../../commands/base/jobs/advance-job.js'
import { importSlice } from '../../../../commands/lifecycle/imports/import-slice.js'
import type { ImportOptions } from '../../../../commands/lifecycle/imports/request-import.js'
import { applyRowsIn, registerRows } from '../../../../commands/lifecycle/imports/import-rows.js'
import { setSubscription } from '../../../support/subscriptions.js'
import { Contact, Event, Field, ImportChunk, Job } from '../../../support/models.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import { NO_ROWS, type ImportJob } from '../../../../models/import-job.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { eventsOf, finishJob } from '../../../support/jobs.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { expectCounted } from '../../audience/contacts/expect-counted.js'
import { setData } from '../../audience/contacts/set-data.js'
import { newId } from '../../../../runtime/ids.js'
import { importText } from '../../../support/import-file.js'
import { storeEntriesOfNew, waitingOf } from '../../../support/outbox.js'

const DAY_MS = 24 * 60 * 60 * 1000

describe('the import of a CSV file', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const request = async (text: string, options: ImportOptions = {}) => {
    return { projectId, jobId: await importText(projectId, text, options) }
  }
  const importFile = async (text: string) => finishJob<ImportJob>(await request(text), importSlice)
  const read = async (email: string) => {
    const { data, ...contact } = await Contact.findOne({ projectId, email }).orFail().lean()
    return { ...contact, data: unescapeData(data) }
  }

  it('makes new contacts and changes existing ones, key by key', async () => {
    await createContact({ projectId, email: 'ada@example.com', data: { plan: 'free', city: 'London', age: 5 } })
    await dispatchAll(projectId)
    const job = await importFile('Email,plan,age,note\nADA@example.com,pro,6,\nbob@example.com,free,,5\n')
    expect(job).to.deep.include({ status: 'COMPLETED', progress: 100, failedReason: null })
    expect(job.result).to.deep.equal({ ...NO_ROWS, total: 2, created: 1, updated: 1 })
    expect(job.completedAt).to.be.instanceOf(Date)
    expect((await read('ada@example.com')).data).to.deep.equal({ plan: 'pro', city: 'London', age: 6 })
    const bob = await read('bob@example.com')
    expect(bob).to.deep.include({ subscribed: true, snoozedUntil: null, segments: [], data: { plan: 'free', note: 5 } })
    expect(bob.createdAt).to.be.instanceOf(Date)
    // The job counts contacts and evaluates their segments itself.
    expect(await waitingOf('contact', projectId)).to.deep.equal([])
    await expectCounted(projectId)
  })

  it('keeps headers with dots, dollar signs, blanks and any characters', async () => {
    await importFile('email,a.b,$set, Größe 😀 ,%2E,_bsontype\nada@example.com,1,2,x,4,5\n')
    const data = { 'a.b': 1, $set: 2, 'Größe 😀': 'x', '%2E': 4, _bsontype: 5 }
    expect((await read('ada@example.com')).data).to.deep.equal(data)
    await expectCounted(projectId)
  })

  it('keeps the subscription when its cell is blank, and emits one event for each real change', async () => {
    for (const [name, subscribed] of Object.entries({ in: true, out: false, stays: false, same: true }))
      await createContact({ projectId, email: `${name}@example.com`, subscribed })
    await dispatchAll(projectId)
    const rows = ['in@example.com,no', 'out@example.com,1', 'stays@example.com,', 'same@example.com,TRUE']
    await importFile(`email,subscribed\n${rows.join('\n')}\nnew@example.com,false\nother@example.com,\n`)
    const contacts = await Contact.find({ projectId }).lean()
    const states = Object.fromEntries(contacts.map(({ email, subscribed }) => [email.split('@')[0], subscribed]))
    expect(states).to.deep.equal({ in: false, out: true, stays: false, same: true, new: false, other: true })
    const flips = ['contact.unsubscribed in@example.com', 'contact.subscribed out@example.com']
    expect(await eventsOf(projectId)).to.deep.equal(flips)
    expect((await Event.findOne({ projectId }).orFail().lean()).data).to.deep.equal({ source: 'import' })
    expect((await read('in@example.com')).activity).to.have.nested.property('contact%2Eunsubscribed.count', 1)
    await expectCounted(projectId)
  })

  it('applies the later of two rows with one address last, and emits an event for a change between them', async () => {
    await createContact({ projectId, email: 'ada@example.com' })
    const text =
      'email,subscribed,a,b\nada@example.com,false,1,1\nbob@example.com,false,1,\n Ada@Example.com ,true,2,\n' +
      'BOB@example.com,,,x\nbob@example.com,yes,,\n'
    expect((await importFile(text)).result).to.deep.include({ total: 5, created: 1, updated: 4, failed: 0 })
    expect(await read('ada@example.com')).to.deep.include({ subscribed: true, data: { a: 2, b: '1' } })
    expect(await read('bob@example.com')).to.deep.include({ subscribed: true, data: { a: 1, b: 'x' } })
    expect(await eventsOf(projectId)).to.deep.equal([
      'contact.unsubscribed ada@example.com',
      'contact.subscribed ada@example.com',
      'contact.subscribed bob@example.com',
    ])
  })

  it('ends a snooze when a row has a subscription', async () => {
    const snoozedUntil = new Date(Date.now() + DAY_MS)
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      await createContact({ projectId, email, subscribed: false, snoozedUntil })
    }
    await importFile('email,subscribed\na@example.com,true\nb@example.com,false\nc@example.com,\n')
    expect(await read('a@example.com')).to.include({ subscribed: true, snoozedUntil: null })
    expect(await read('b@example.com')).to.include({ subscribed: false, snoozedUntil: null })
    expect((await read('c@example.com')).snoozedUntil).to.deep.equal(snoozedUntil)
  })

  it('reports bad rows and continues', async () => {
    const many = Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`k${index}`, 1]))
    await createContact({ projectId, email: 'full@example.com', data: many })
    await dispatchAll(projectId)
    const text =
      'email;x;y\nada@example.com;1\nnonsense;1;2\n;1;2\nbob@example.com;1;2;3\n\nfull@example.com;1;2\n' +
      'full@example.com;7;\nc"d@example.com;1;2\nlast@example.com;=1+1;@x'
    const { result } = await importFile(text)
    expect(result).to.deep.include({ total: 8, created: 2, updated: 1, failed: 5 })
    const bad = ['3 nonsense', '4 ', '5 bob@example.com', '7 full@example.com', '9 c"d@example.com']
    expect(result.errors.map(({ row, email }) => `${row} ${email}`)).to.deep.equal(bad)
    expect(result.errors.every(({ error }) => error.length > 10)).to.equal(true)
    expect((await read('full@example.com')).data).to.deep.equal({ ...many, x: '7' })
    expect((await read('last@example.com')).data).to.deep.equal({ x: '=1+1', y: '@x' })
    await expectCounted(projectId)
  })

  it('names the first hundred bad rows and counts the rest', async () => {
    const { result } = await importFile(`email\n${'x\n'.repeat(1_234)}`)
    expect(result).to.include({ total: 1_234, failed: 1_234, created: 0 })
    expect(result.errors.map(({ row }) => row)).to.deep.equal(Array.from({ length: 100 }, (_, index) => index + 2))
  })

  it('derives the type of a field, and of each value, from all cells of the column', async () => {
    const header = 'email,n,b,d,plz,mixed,locale'
    const rows = ['a@example.com,5,TRUE,2026-03-02,10115,5,5', 'b@example.com,20.50,false,2026-03-03,01067,x,6']
    await importFile(`${header}\n${rows.join('\n')}\n`)
    const fields = await Field.find({ projectId }).lean()
    const types = ['n number', 'b boolean', 'd date', 'plz string', 'mixed string', 'locale string']
    expect(fields.map(({ key, type }) => `${key} ${type}`)).to.have.members(types)
    const text = { plz: '10115', mixed: '5', locale: '5' }
    expect((await read('a@example.com')).data).to.deep.equal({ n: 5, b: true, d: '2026-03-02', ...text })
    expect((await read('b@example.com')).data).to.include({ n: 20.5, b: false, plz: '01067', mixed: 'x' })
    // A field that the project has as text is stored as text.
    await importFile('email,plz,n\nc@example.com,10115,2\n')
    expect((await read('c@example.com')).data).to.deep.equal({ plz: '10115', n: 2 })
  })

  it('reads the columns of a large file in slices to its last row, before it writes the first row', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `c${index}@example.com,${index},${'x'.repeat(1_000)}`)
    const ref = await request(`email,n,note\n${rows.join('\n')}\nlast@example.com,n/a,\n`)
    const first = await importSlice(ref)
    // The activity returns it, so that it is part of a history.
    expect(first).to.have.all.keys('isDone', 'progress')
    expect(first.progress).to.be.within(1, 7)
    expect(await Contact.countDocuments({ projectId })).to.equal(0)
    // After a crash at the end of the slice, the job still has what the slice read.
    await finishJob(ref, importSlice)
    expect((await read('c0@example.com')).data).to.include({ n: '0' })
    expect(await Contact.countDocuments({ projectId })).to.equal(2_001)
  })

  const LONG = 1_200_000
  const TOO_LONG: [string, string][] = [
    ['a quotation mark that is closed nowhere near', `ada@example.com,"open\n${'\n'.repeat(LONG)}`],
    ['more than a megabyte in one line', `ada@example.com,${'x'.repeat(LONG)}\n`],
    ['more than a megabyte in one line in quotation marks', `ada@example.com,"${'x'.repeat(3 * LONG)}"\r\n`],
  ]
  for (const [what, row] of TOO_LONG) {
    it(`refuses a row with ${what}, and imports the others`, async () => {
      const { result } = await importFile(`email,a\nfirst@example.com,1\n${row}last@example.com,2\n`)
      expect(result).to.deep.include({ total: 3, created: 2, failed: 1 })
      expect(result.errors[0]).to.include({ row: 3, email: 'ada@example.com' })
      expect((await read('last@example.com')).data).to.deep.equal({ a: 2 })
    })
  }

  it('uses the cells of a refused row for the types, but not those that may stand in other columns', async () => {
    await importFile('email,a,b\nnonsense,n/a,1\nada@example.com,5,5\nbob@example.com,6,6,7\nx@example.com,"no\n')
    expect((await read('ada@example.com')).data).to.deep.equal({ a: '5', b: 5 })
  })

  it('has no rows when the file is only a header', async () => {
    expect(await importFile('email,plan\n')).to.deep.include({ status: 'COMPLETED', result: NO_ROWS })
  })

  it('accepts a row of several hundred kilobytes, and refuses one that no contact can hold', async () => {
    const text = `email,a,b\nada@example.com,"${'x\n'.repeat(80_000)}",\nbob@example.com,${'x'.repeat(600_000)},\nc@example.com,1,2\n`
    expect((await importFile(text)).result).to.deep.include({ total: 3, created: 2, failed: 1 })
    expect((await read('ada@example.com')).data['a']).to.have.length(159_999)
  })

  it('does not change a contact that has the same values already, but lets it remember its import', async () => {
    await importFile('email,plan\nada@example.com,pro\n')
    const before = await read('ada@example.com')
    const { _id: importId, result } = await importFile('email,plan\nada@example.com,pro\n')
    expect(result).to.include({ updated: 1, unchanged: 1, created: 0 })
    expect(await read('ada@example.com')).to.deep.equal({ ...before, importId })
  })

  it('deletes the file with its end, its failure or its dry run, and not before', async () => {
    const ref = await request(`email\n${Array.from({ length: 600 }, (_, n) => `c${n}@example.com`).join('\n')}`)
    const others = [await request('email\nada@example.com\n'), await request('email\nbad\n', { dryRun: true })]
    await importSlice(ref)
    const files = () => ImportChunk.distinct('jobId', { projectId })
    expect(await files()).to.have.members([ref, ...others].map(({ jobId }) => jobId))
    await finishJob<ImportJob>(ref, importSlice)
    await failJob(others[0]!, 'cancelled')
    await finishJob<ImportJob>(others[1]!, importSlice)
    expect(await files()).to.deep.equal([])
  })

  it('fails when its file is gone', async () => {
    const ref = await request('email\nada@example.com\n')
    await ImportChunk.deleteMany({ projectId })
    const failed = { status: 'FAILED', failedReason: 'The file is gone' }
    expect(await finishJob<ImportJob>(ref, importSlice)).to.include(failed)
  })
})

describe('the slices of an import', () => {
  useDatabase()
  let projectId: string
  /** More rows than one slice takes. */
  const COUNT = 600

  beforeEach(async () => void (projectId = (await createProject()).id))

  /** Every other contact exists already, and every third one changes its subscription. */
  async function prepare(count = COUNT) {
    const emails = Array.from({ length: count }, (_, index) => `c${index}@example.com`)
    const contact = { projectId, subscribed: true, data: { old: 1 } }
    const made = emails.filter((_, index) => index % 2 === 0).map((email) => ({ ...contact, _id: newId(), email }))
    await storeEntriesOfNew(projectId, await Contact.insertMany(made))
    await dispatchAll(projectId)
    const condition = only({ field: 'data.score', operator: 'greaterThan', value: count - 101 })
    const segment = await createSegment({ projectId, trackMembership: true, condition })
    const rows = emails.map((email, index) => `${email},${index % 3 === 0 ? 'no' : ''},${index}`)
    const jobId = await importText(projectId, `email,subscribed,score\n${rows.join('\n')}`)
    return { ref: { projectId, jobId }, segment }
  }

  async function expectExact(jobId: string, segmentId: string, count = COUNT): Promise<void> {
    const job = await Job.findById(jobId).orFail().lean<ImportJob>()
    expect(job.status).to.equal('COMPLETED')
    const flips = Math.ceil(count / 6)
    const changed = { created: count / 2, updated: count / 2, unsubscribed: flips }
    expect(job.result).to.deep.equal({ ...NO_ROWS, total: count, ...changed })
    expect(await Contact.countDocuments({ projectId })).to.equal(count)
    expect(await Event.countDocuments({ projectId, name: 'contact.unsubscribed' })).to.equal(flips)
    expect(await Event.distinct('contactId', { projectId, name: 'contact.unsubscribed' })).to.have.length(flips)
    expect(await Contact.countDocuments({ projectId, segments: segmentId })).to.equal(100)
    expect(await Event.countDocuments({ projectId, name: /^segment\..*\.entry$/ })).to.equal(100)
    await expectCounted(projectId)
  }

  it('update the progress, and tracked segments before the end', async () => {
    const { ref, segment } = await prepare(1_300)
    const states: { progress: number; isDone: boolean }[] = []
    for (let slices = 0; slices < 4; slices += 1) states.push(await importSlice(ref))
    expect(states.map(({ isDone }) => isDone)).to.deep.equal([false, false, false, true])
    expect(states.slice(0, 3).map(({ progress }) => Math.round(progress / 10))).to.deep.equal([4, 8, 10])
    await expectExact(ref.jobId, segment._id, 1_300)
  })

  it('are done once each when two processes work on the job at once', async () => {
    const { ref, segment } = await prepare()
    await Promise.all([finishJob(ref, importSlice), finishJob(ref, importSlice)])
    await expectExact(ref.jobId, segment._id)
  })

  it('leave nothing behind when their transaction aborts', async () => {
    const row = (email: string) => ({ row: 2, email, subscribed: false, patch: planDataPatch({ a: 1 }) })
    await createContact({ projectId, email: 'ada@example.com' })
    await dispatchAll(projectId)
    const rows = [row('ada@example.com'), row('bob@example.com')]
    await registerRows(projectId, rows)
    const broken = inTransaction(async (session) => {
      const { book } = await applyRowsIn(session, projectId, rows)
      await book.write({ isOfJob: true })
      throw new Error('broken off')
    })
    expect(await broken.catch((error: Error) => error.message)).to.equal('broken off')
    expect(await Contact.countDocuments({ projectId })).to.equal(1)
    expect(await Event.countDocuments({ projectId })).to.equal(0)
    await expectCounted(projectId)
  })

  it('subscribe no contact that opts out between the read and the write of a row', async () => {
    const { _id: contactId } = await createContact({ projectId, email: 'ada@example.com', subscribed: false })
    const rows = [{ row: 2, email: 'ada@example.com', subscribed: true, patch: planDataPatch({ a: 1 }) }]
    await registerRows(projectId, rows)
    let tries = 0
    const { keptUnsubscribed } = await inTransaction(async (session) => {
      const { book, applied } = await applyRowsIn(session, projectId, rows)
      tries += 1
      const leave = { subscribed: false, isOptOut: true, source: 'one_click' }
      if (tries === 1) await setSubscription({ projectId, contactId }, leave)
      await book.write({ isOfJob: true })
      return applied
    })
    expect({ tries, keptUnsubscribed }).to.deep.equal({ tries: 2, keptUnsubscribed: 1 })
    expect(await Contact.findById(contactId).orFail().lean()).to.deep.include({ subscribed: false, data: { a: 1 } })
    expect(await eventsOf(projectId)).to.deep.equal([])
  })

  it('retry after a conflict with requests that make or change the same contacts', async () => {
    const { ref, segment } = await prepare()
    const change = (index: number) => setData(projectId, { email: `c${index}@example.com` }, { fromApi: index })
    const indexes = Array.from({ length: 30 }, (_, n) => n * 20 + (n % 2))
    await Promise.all([finishJob(ref, importSlice), ...indexes.map(change)])
    await dispatchAll(projectId)
    expect(await Contact.countDocuments({ projectId, 'data.fromApi': { $exists: true } })).to.equal(30)
    expect(await Contact.countDocuments({ projectId, 'data.score': { $exists: true } })).to.equal(COUNT)
    const { result } = await Job.findById(ref.jobId).orFail().lean<ImportJob>()
    expect(result).to.include({ total: COUNT, failed: 0 })
    expect(result.created + result.updated).to.equal(COUNT)
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(100)
    await expectCounted(projectId)
  })
})
