import { expect } from 'chai'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { Contact, Event, Field, ImportFaults, Job } from '../../support/models.js'
import { createContact } from '../../support/factories.js'
import { createImporter } from '../../support/import-file.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'

const DAY_MS = 24 * 60 * 60 * 1000

describe('GET /contacts/import/:jobId/errors', () => {
  const { gateway, project, client } = useProject()
  const { upload, runImport } = createImporter({ client, project })

  async function errorsOf(jobId: string): Promise<string> {
    const res = await client.get(`/contacts/import/${jobId}/errors`)
    expect(res.status).to.equal(200)
    expect(res.headers.get('content-type')).to.equal('text/csv; charset=utf-8')
    expect(res.headers.get('content-disposition')).to.include('attachment')
    return String(res.body)
  }

  it('lists the faulty rows with their reasons, and no cell that is a formula', async () => {
    const rows = ['=HYPERLINK("x");-5;"a, b"', 'ada@example.com;1;2', 'x@example.com;1;2;+evil', 'b@x;"open']
    const { id } = await runImport(`email;error;note\n${rows.join('\n')}\n`)
    const lines = [
      'email,error,note,error 2',
      `"'=HYPERLINK(""x"")",-5,"a, b",Invalid email address`,
      `x@example.com,1,2,The row has 4 cells. The header row has 3,'+evil`,
      'b@x,"""open",,The row has an unclosed or misplaced quote',
    ]
    expect(await errorsOf(id)).to.equal(lines.map((line) => `${line}\r\n`).join(''))
  })

  it('begins with a byte order mark on request, and names the columns of an export as the export does', async () => {
    const { id } = await runImport('\uFEFFemail,subscribed,"""data.a\\u003b=b"""\r\nbad,,Müller\r\n')
    const query = await client.get(`/contacts/import/${id}/errors?bom=maybe`)
    expect([query.status, query.faults]).to.deep.equal([400, ['bom invalid_enum_value']])
    const url = `${gateway.origin}/contacts/import/${id}/errors`
    const headers = { authorization: `Bearer ${project.secretKey}` }
    const [plain, marked] = await Promise.all(
      ['', '?bom=true'].map(async (search) =>
        Buffer.from(await (await fetch(url + search, { headers })).arrayBuffer()),
      ),
    )
    const expected = 'email,subscribed,"""data.a\\u003b=b""",error\r\nbad,,Müller,Invalid email address\r\n'
    expect(plain?.toString()).to.equal(expected)
    expect(marked?.toString()).to.equal(`\uFEFF${expected}`)
  })

  it('lists every faulty row once, in their order, although slices run twice', async () => {
    const lines = Array.from({ length: 1_300 }, (_, n) => (n % 2 === 0 ? `bad${n}` : `c${n}@example.com`))
    const { jobId } = (await upload(`email\n${lines.join('\n')}`)).body
    const ref = { projectId: project.id, jobId }
    await Promise.all([finishJob(ref, importSlice), finishJob(ref, importSlice)])
    const [header, ...rows] = (await errorsOf(jobId)).trim().split('\r\n')
    expect(header).to.equal('email,error')
    const bad = lines.filter((line) => line.startsWith('bad'))
    expect(rows).to.deep.equal(bad.map((line) => `${line},Invalid email address`))
  })

  it('lists the lines of a file of JSON lines', async () => {
    const { id } = await runImport('{"email":"a@example.com"}\n{"email":"b"}\n')
    expect(await errorsOf(id)).to.equal('line,error\r\n"{""email"":""b""}",Invalid email address\r\n')
  })

  it('answers 404 for an import that ended a day ago, whose rows expire with the file', async () => {
    const before = Date.now()
    const { id } = await runImport('email\nbad\n')
    const [faults] = await ImportFaults.find({ projectId: project.id, jobId: id }).lean()
    expect(Number(faults?.expiresAt) - DAY_MS).to.be.within(before, Date.now())
    await Job.updateOne({ _id: id }, { $set: { completedAt: new Date(Date.now() - DAY_MS) } })
    const details = { resource: 'job', id }
    expect(await client.get(`/contacts/import/${id}/errors`)).to.deep.include({ status: 404, details })
  })
})

describe('a dry run of an import', () => {
  const { project, client } = useProject()
  const { runImport, importFile } = createImporter({ client, project })

  it('counts what the import would do, and changes nothing', async () => {
    const segment = (await client.post('/segments', { name: 'Fair', type: 'STATIC' })).body
    for (const [name, subscribed] of Object.entries({ same: true, leaves: true, comes: false }))
      await createContact({ projectId: project.id, email: `${name}@example.com`, subscribed, data: { plan: 'pro' } })
    const optOut = { source: 'one_click', at: new Date() }
    await createContact({ projectId: project.id, email: 'out@example.com', subscribed: false, optOut })
    const rows = ['same,,pro', 'leaves,no,pro', 'comes,yes,free', 'out,yes,', 'new,,pro', 'new2,no,', 'new,no,']
    const csv = `email,subscribed,plan\n${rows.map((row) => row.replace(',', '@example.com,')).join('\n')}\nbad,,\n`
    const stored = async () => [
      await Contact.find({ projectId: project.id }).sort({ _id: 1 }).lean(),
      await Event.countDocuments({ projectId: project.id }),
      await Field.countDocuments({ projectId: project.id }),
      (await client.get(`/segments/${segment.id}`)).body,
    ]
    const before = await stored()
    const job = await runImport(csv, `?dryRun=true&segmentId=${segment.id}`)
    expect(job.dryRun).to.equal(true)
    const counts = { total: 8, created: 2, updated: 5, unchanged: 2, subscribed: 1, unsubscribed: 2, failed: 1 }
    expect(job.result).to.include({ ...counts, keptUnsubscribed: 1 })
    expect(job.result.errors).to.have.length(1)
    expect((await client.get(`/contacts/import/${job.id}/errors`)).body).to.include('bad,,,Invalid email address')
    expect(await stored()).to.deep.equal(before)

    expect(await importFile(csv, `?segmentId=${segment.id}`)).to.deep.equal(job.result)
    expect((await client.get(`/segments/${segment.id}`)).body.memberCount).to.equal(6)
  })
})
