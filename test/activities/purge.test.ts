import { expect } from 'chai'
import { createJobActivities } from '../../activities/jobs.js'
import { claimAttachments, storeAttachments } from '../../commands/sending/emails/attachments.js'
import { AttachmentPart, AttachmentUpload, Job } from '../support/models.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { useDatabase } from '../support/database.js'
import { createEmail, createImportJob, createProject } from '../support/factories.js'
import { doRounds, jobDeps } from '../support/rounds.js'

const HOUR_MS = 3_600_000

describe('the daily purge, in its activity', () => {
  useDatabase({ isEmptied: 'before each' })

  const { purgeExpiredRows } = createJobActivities(
    jobDeps({ retention: { waits: 7, events: 0, emails: 0, executions: 0 } }),
  )
  const purge = () => doRounds(purgeExpiredRows)

  it('removes the addresses of ended jobs, and the files that no waiting email needs', async () => {
    const { id: projectId } = await createProject()
    const completedAt = new Date(Date.now() - 25 * HOUR_MS)
    const job = await createImportJob({ projectId, status: 'COMPLETED', completedAt, eraseAt: new Date() })
    const [unstored, needed, unneeded] = await storeAttachments(
      projectId,
      ['a.txt', 'b.txt', 'c.txt'].map((filename) => {
        const content = Buffer.from('hello')
        return { filename, contentType: 'text/plain', contentId: null, disposition: 'attachment', content } as const
      }),
    )
    if (!unstored || !needed || !unneeded) throw new Error('Too few files')
    await inTransaction((session) => claimAttachments(projectId, [needed.fileId, unneeded.fileId], session))
    await createEmail({ projectId, attachments: [needed] })
    await createEmail({ projectId, attachments: [unneeded], status: 'SENT' })
    const anHourAgo = new Date(Date.now() - 61 * 60_000)
    await AttachmentUpload.updateMany({ projectId }, { createdAt: anHourAgo })
    await AttachmentPart.updateMany({ projectId }, { storedAt: anHourAgo })

    const { done, failed } = await purge()
    expect(done).to.deep.include({ jobs: 1, unstoredFiles: 1, unneededFiles: 1 })
    expect(failed).to.deep.equal([])
    expect((await AttachmentPart.find({ projectId }).lean()).map(({ fileId }) => fileId)).to.deep.equal([needed.fileId])
    expect((await Job.findById(job._id).orFail().lean()).result).to.have.nested.property('errors[0].email', '')
    expect((await purge()).done).to.deep.include({ jobs: 0, unstoredFiles: 0, unneededFiles: 0 })
  })
})
