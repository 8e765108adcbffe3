import { ApplicationFailure } from '@temporalio/common'
import { WorkflowFailedError } from '@temporalio/client'
import { expect } from 'chai'
import type { JobActivities } from '../../activities/jobs.js'
import * as jobs from '../../workflows/jobs.js'
import { useTimeSkipping } from '../support/time-skipping.js'

// The client reads a workflow's type from the name of its function, and a function made by another has none.
const importContacts = Object.defineProperty(jobs.importContacts, 'name', { value: 'importContacts' })
const JOB = { projectId: 'p', jobId: 'j' }

describe('a job, as time passes', () => {
  const time = useTimeSkipping()

  it('goes on slice by slice until it is done, and tries again a slice that broke off', async () => {
    const slices: number[] = []
    const activities: Partial<JobActivities> = {
      async importRows() {
        slices.push(slices.length)
        if (slices.length === 2) throw new Error('the worker lost its connection')
        return { isDone: slices.length === 4, progress: slices.length * 25 }
      },
    }
    await time.run(importContacts, JOB, activities)
    expect(slices).to.have.length(4)
  })

  it('is recorded as failed, with the reason, when a slice cannot be done, and fails in Temporal too', async () => {
    const failed: unknown[] = []
    const activities: Partial<JobActivities> = {
      importRows: () => Promise.reject(ApplicationFailure.nonRetryable('The file is gone', 'GONE')),
      async failJob(input, reason) {
        failed.push({ ...input, reason })
      },
    }
    const outcome = await time.run(importContacts, JOB, activities).catch((error: unknown) => error)
    expect(outcome).to.be.instanceOf(WorkflowFailedError)
    expect(failed).to.deep.equal([{ ...JOB, reason: 'The file is gone' }])
  })
})
