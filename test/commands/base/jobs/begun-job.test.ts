import { expect } from 'chai'
import {
  advanceJob,
  createBegunJob,
  openJob,
  runForAWhile,
  type RunSlice,
} from '../../../../commands/base/jobs/advance-job.js'
import { newId } from '../../../../runtime/ids.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { useDatabase } from '../../../support/database.js'
import { documentsOf, useEnqueued, waitingOf } from '../../../support/outbox.js'

const LONG_MS = 60_000

describe('a job that its request begins itself', () => {
  useDatabase()
  const entries = useEnqueued()

  const begin = async () => {
    const projectId = newId()
    const job = { projectId, kind: 'DELETE_SEGMENT', input: { segmentId: 'any' } } as const
    return inTransaction((session) => createBegunJob(job, session))
  }
  /** Completes a job in so many slices. */
  const inSlices = (count: number): RunSlice => {
    return async (ref) => {
      const job = await openJob(ref)
      if (!job) throw new Error('The job is over')
      const isDone = job.slices === count - 1
      await inTransaction((session) => advanceJob(session, job, { cursor: null, progress: 50, result: {}, isDone }))
      return { isDone, progress: 50 }
    }
  }

  it('is left to a relay when the request has no time to finish it', async () => {
    const job = await begin()
    const { projectId, jobId } = job
    expect(entries).to.deep.equal([])
    expect(await runForAWhile(job, inSlices(2), 0)).to.equal(false)
    expect(documentsOf(entries)).to.deep.equal([{ kind: 'job', projectId, id: jobId }])
    expect(await waitingOf('job', projectId)).to.deep.equal([jobId])
  })

  it('is not dispatched when its request has finished it', async () => {
    const job = await begin()
    expect(await runForAWhile(job, inSlices(3), LONG_MS)).to.equal(true)
    expect(entries).to.deep.equal([])
    expect(await waitingOf('job', job.projectId)).to.deep.equal([])
  })
})
