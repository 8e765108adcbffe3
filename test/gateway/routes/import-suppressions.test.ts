import { expect } from 'chai'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { Suppression } from '../../../models/suppression.js'
import { Contact } from '../../../models/contact.js'
import { createContact } from '../../support/factories.js'
import { fileForm } from '../../support/file-form.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'

const DAY_MS = 24 * 60 * 60 * 1000

describe('POST /suppressions/import', () => {
  const { project, client } = useProject()
  const upload = (file: string, query = '') => client.post(`/suppressions/import${query}`, fileForm(file))

  async function importFile(file: string, query = '') {
    const { status, body } = await upload(file, query)
    expect(status, JSON.stringify(body)).to.equal(202)
    await finishJob({ projectId: project.id, jobId: body.jobId }, importSlice)
    return (await client.get(`/contacts/import/${body.jobId}`)).body
  }
  const stored = async (): Promise<string[]> => {
    const found = await Suppression.find({ projectId: project.id }).sort({ email: 1 }).lean()
    return found.map(({ email, reason }) => `${email} ${reason}`)
  }

  const ROWS = [
    ['New@Example.com', 'COMPLAINT'],
    ['new@example.com', 'BOUNCE'],
    ['kept@example.com', 'MANUAL'],
    ['paused@example.com', 'bounce'],
    ['manual@example.com', ''],
    ['soft@example.com', 'SOFT_BOUNCES'],
    ['nonsense', 'BOUNCE'],
    ['reason@example.com', 'unknown'],
  ] as const
  const FILES: [string, string][] = [
    ['CSV', `Email;note;Reason\n${ROWS.map(([email, reason]) => `${email};x;${reason}`).join('\n')}\n`],
    ['JSON lines', ROWS.map(([email, reason]) => JSON.stringify({ email, reason })).join('\n')],
  ]
  for (const [format, file] of FILES) {
    it(`suppresses the addresses of a file, and changes no contact: ${format}`, async () => {
      await createContact({ projectId: project.id, email: 'new@example.com' })
      const soon = new Date(Date.now() + DAY_MS)
      await Suppression.create([
        { projectId: project.id, email: 'kept@example.com', reason: 'BOUNCE' },
        { projectId: project.id, email: 'paused@example.com', reason: 'SOFT_BOUNCES', expiresAt: soon },
      ])
      const [before, startedAt] = [await stored(), Date.now()]
      const counts = { total: 8, created: 3, updated: 3, unchanged: 2, failed: 2 }
      const dry = await importFile(file, '?dryRun=true')
      expect(dry).to.deep.include({ kind: 'suppressions', dryRun: true })
      expect(dry.result).to.include(counts)
      expect(await stored()).to.deep.equal(before)

      const { id, result } = await importFile(file)
      expect(result).to.deep.equal(dry.result)
      expect(await stored()).to.deep.equal([
        'kept@example.com BOUNCE',
        'manual@example.com MANUAL',
        'new@example.com COMPLAINT',
        'paused@example.com BOUNCE',
        'soft@example.com SOFT_BOUNCES',
      ])
      const ending = await Suppression.find({ projectId: project.id, expiresAt: { $exists: true } }).lean()
      expect(ending.map(({ email }) => email)).to.deep.equal(['soft@example.com'])
      expect(Number(ending[0]?.expiresAt) - 30 * DAY_MS).to.be.within(startedAt, Date.now())
      expect((await client.get(`/contacts/import/${id}/errors`)).body).to.match(/nonsense.*\r\n.*reason must be/)
      expect(await Contact.countDocuments({ projectId: project.id, subscribed: true })).to.equal(1)
      expect((await importFile(file)).result).to.include({ created: 0, updated: 6, unchanged: 6 })
    })
  }

  it('answers 400 on file without a column of addresses, or with two', async () => {
    for (const header of ['mail,reason\n', 'email,EMAIL\n', '']) {
      expect(await upload(header)).to.deep.include({ status: 400, fields: ['file'] })
    }
  })
})
