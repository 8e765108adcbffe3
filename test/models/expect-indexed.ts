import { expect } from 'chai'
import { operationsOf, type Profiled } from '../support/profiled.js'

/** How many rows or index entries a query may look at beside those that it returns. */
export const SLACK = 10

/** Expects that every look at a collection goes by an index and needs no sort of its own; returns what was done. */
export async function expectIndexed(collection: string, work: () => Promise<unknown>): Promise<Profiled[]> {
  const operations = await operationsOf(collection, work)
  expect(operations).not.to.deep.equal([])
  for (const operation of operations) {
    const what = JSON.stringify(operation)
    expect(operation.planSummary, what).to.match(/^(IXSCAN|COUNT_SCAN|DISTINCT_SCAN|IDHACK)/)
    expect(operation.hasSortStage ?? false, what).to.equal(false)
  }
  return operations
}
