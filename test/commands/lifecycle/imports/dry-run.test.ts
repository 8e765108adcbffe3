import { expect } from 'chai'
import { importSlice } from '../../../../commands/lifecycle/imports/import-slice.js'
import type { ImportJob } from '../../../../models/import-job.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { importText } from '../../../support/import-file.js'
import { finishJob } from '../../../support/jobs.js'
import { Contact } from '../../../support/models.js'

// A slice has 500 rows: the doubles are in other slices than the first rows of their addresses.
const ROWS = 1_100

describe('the dry run of an import', () => {
  useDatabase()

  it('counts what the import counts, also for addresses that come again far below', async () => {
    const { id: projectId } = await createProject()
    await createContact({ projectId, email: 'known@example.com' })
    const addresses = Array.from({ length: ROWS }, (_, index) => `c${index}@example.com`)
    const doubles = ['c0@example.com', 'C1@example.com', 'known@example.com', 'known@example.com', 'no address']
    const text = `email\n${[...addresses, ...doubles].join('\n')}\n`
    const run = async (options: { dryRun?: boolean }) => {
      const jobId = await importText(projectId, text, options)
      return finishJob<ImportJob>({ projectId, jobId }, importSlice)
    }

    const checked = (await run({ dryRun: true })).result
    expect(await Contact.countDocuments({ projectId })).to.equal(1)
    const imported = await run({})

    const { total, created, updated, failed } = imported.result
    expect(checked).to.include({ total, created, updated, failed })
    expect(checked).to.include({ total: ROWS + 5, created: ROWS, updated: 4, failed: 1 })
    const ofImport = await Contact.countDocuments({ projectId, importId: imported._id })
    expect(ofImport).to.equal(ROWS + 1)
  })
})
