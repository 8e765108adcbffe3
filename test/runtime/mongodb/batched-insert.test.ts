import { expect } from 'chai'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { createBatchedInsert } from '../../../runtime/mongodb/batched-insert.js'
import { EventName } from '../../support/models.js'
import type { EventNameRecord } from '../../../models/event-name.js'
import { useDatabase } from '../../support/database.js'

describe('documents stored at the same moment', () => {
  useDatabase({ isEmptied: 'before each' })

  const insert = createBatchedInsert(EventName)
  const named = (_id: string): EventNameRecord => ({ _id, projectId: 'one', name: _id })

  it('are each stored or refused by themselves', async () => {
    await insert(named('taken'))
    const ids = ['a', 'taken', 'b', 'b', 'c']
    const results = await Promise.allSettled(ids.map((id) => insert(named(id))))
    expect(results.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(reasons.every(isDuplicateKey)).to.equal(true)
    const stored = await EventName.find().sort({ _id: 1 }).lean()
    expect(stored.map(({ _id }) => _id)).to.deep.equal(['a', 'b', 'c', 'taken'])
  })
})
