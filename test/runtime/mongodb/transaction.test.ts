import { expect } from 'chai'
import mongoose, { type ClientSession } from 'mongoose'
import { afterCommit, inTransaction } from '../../../runtime/mongodb/transaction.js'
import { Suppression } from '../../support/models.js'
import { isContention } from '../../../runtime/mongodb/contention.js'
import { afterPause } from '../../support/heartbeat.js'
import { useDatabase } from '../../support/database.js'

const TIME_LIMIT_MS = 400
// The waits are 20 ms on average, so that a hundred of them take two seconds. Without waits there are thousands.
const MOST_ATTEMPTS = 100

const labelled = (code: number): Error => {
  const error = new mongoose.mongo.MongoServerError({ message: 'x', code })
  error.addErrorLabel('TransientTransactionError')
  return error
}

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

describe('what follows from a transaction', () => {
  useDatabase({ isEmptied: 'before each' })

  it('is done once, in its order, for the attempt that was committed', async () => {
    const followed: string[] = []
    let attempts = 0
    const result = await inTransaction(async (session) => {
      attempts += 1
      for (const what of ['one', 'two']) afterCommit(session, () => followed.push(`${what} ${attempts}`))
      if (attempts < 3) throw labelled(112)
      await Suppression.create([{ projectId: 'any', email: 'ada@example.com', reason: 'MANUAL' }], { session })
      expect(followed).to.deep.equal([])
      return 'done'
    })
    expect([result, ...followed]).to.deep.equal(['done', 'one 3', 'two 3'])
  })

  it('is not done where the work fails, or aborts the transaction itself', async () => {
    const followed: string[] = []
    const failing = inTransaction(async (session) => {
      afterCommit(session, () => followed.push('failed'))
      return Promise.reject(new Error('no'))
    })
    expect(await failing.catch(({ message }: Error) => message)).to.equal('no')
    const aborted = await inTransaction(async (session) => {
      afterCommit(session, () => followed.push('aborted'))
      await session.abortTransaction()
      return 'aborted'
    })
    expect([aborted, ...followed]).to.deep.equal(['aborted'])
  })
})

describe('a transaction that another one keeps from its documents', () => {
  useDatabase({ isEmptied: 'before each' })

  const suppress = async (email: string): Promise<string> =>
    (await Suppression.create({ projectId: 'any', email, reason: 'MANUAL' }))._id

  /** Changes what another transaction holds, which ends with the attempt of that number. */
  async function changeHeld(endsWith: number, limits: [timeLimitMs?: number, conflictLimitMs?: number]) {
    const _id = await suppress('held@example.com')
    const holder = await mongoose.connection.startSession()
    holder.startTransaction()
    await Suppression.updateOne({ _id }, { $set: { reason: 'BOUNCE' } }, { session: holder })
    let attempts = 0
    const work = async (session: ClientSession): Promise<string> => {
      attempts += 1
      if (attempts === endsWith) await holder.abortTransaction()
      await Suppression.updateOne({ _id }, { $set: { reason: 'COMPLAINT' } }, { session })
      return 'done'
    }
    const end: unknown = await inTransaction(work, ...limits).catch((error: unknown) => error)
    if (holder.inTransaction()) await holder.abortTransaction()
    await holder.endSession()
    return { end, attempts, reason: (await Suppression.findById(_id).orFail().lean()).reason }
  }

  it('succeeds when that ends', async () => {
    expect(await changeHeld(6, [])).to.deep.equal({ end: 'done', attempts: 6, reason: 'COMPLAINT' })
  })

  it('is tried three times where the first attempt has used up its time', async () => {
    expect(await changeHeld(3, [0, 0])).to.deep.equal({ end: 'done', attempts: 3, reason: 'COMPLAINT' })
  })

  it('fails with the conflict after its time, which says nothing of the server', async () => {
    const { end, attempts, reason } = await changeHeld(Infinity, [60_000, 0])
    expect([isContention(end), attempts, reason]).to.deep.equal([true, 3, 'MANUAL'])
  })

  for (const code of [24, 112, 246, 251]) {
    it(`is repeated for error ${code}, with which MongoDB gives up one for others`, async () => {
      let attempts = 0
      const end = await inTransaction(async () => {
        attempts += 1
        if (attempts < 5) throw labelled(code)
        return Promise.resolve('done')
      }, 0).catch((error: unknown) => error)
      expect([isContention(end), attempts]).to.deep.equal([true, 3])
      attempts = 0
      expect(
        await inTransaction(() => (++attempts < 5 ? Promise.reject(labelled(code)) : Promise.resolve('done'))),
      ).to.equal('done')
    })
  }

  it('begins whatever the time of the last heartbeat', async () => {
    const done = await afterPause(async () => {
      expect(mongoose.connection.readyState).to.equal(mongoose.ConnectionStates.disconnected)
      return inTransaction((session) => Suppression.countDocuments({ projectId: 'any' }, { session }))
    })
    expect(done).to.equal(0)
  })
})
