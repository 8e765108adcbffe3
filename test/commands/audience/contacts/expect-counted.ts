import { expect } from 'chai'
import { countersOf } from '../../../support/jobs.js'

/** Fails unless the counters of a project's contacts equal a count one by one. */
export async function expectCounted(projectId: string): Promise<void> {
  const { held, counted } = await countersOf(projectId)
  expect(held).to.deep.equal(counted)
}
