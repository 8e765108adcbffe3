import { expect } from 'chai'
import mongoose, { type ClientSession } from 'mongoose'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { useDatabase } from '../../support/database.js'

const TIME_LIMIT_MS = 400
// The waits are 20 ms on average, so that a hundred of them take two seconds. Without waits there are thousands.
const MOST_ATTEMPTS = 100

describe('a transaction whose commit fails', () => {
  useDatabase()

  const unknownResult = (): Error => {
    const error = new mongoose.mongo.MongoServerError({ message: 'the reply was lost' })
    error.addErrorLabel('UnknownTransactionCommitResult')
    return error
  }
  /** Commits in a transaction whose first `failures` commits fail, and counts all of them. */
  const commitFailing = async (failures: number, timeLimitMs?: number): Promise<{ end: unknown; commits: number }> => {
    let commits = 0
    const work = async (session: ClientSession): Promise<string> => {
      const commit = session.commitTransaction.bind(session)
      session.commitTransaction = async (...args) => {
        commits += 1
        if (commits <= failures) throw unknownResult()
        return commit(...args)
      }
      return 'done'
    }
    const end = await inTransaction(work, timeLimitMs).catch((error: unknown) => error)
    return { end, commits }
  }

  it('commits again until it is known that it took place', async () => {
    expect(await commitFailing(3)).to.deep.equal({ end: 'done', commits: 4 })
  })

  it('waits between its attempts, which end with the time for it', async () => {
    const { end, commits } = await commitFailing(Infinity, TIME_LIMIT_MS)
    expect(end).to.be.instanceOf(mongoose.mongo.MongoServerError).with.property('message', 'the reply was lost')
    expect(commits).to.be.below(MOST_ATTEMPTS)
  })
})
