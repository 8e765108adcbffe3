import { expect } from 'chai'
import mongoose from 'mongoose'
import { retryWhileUnavailable } from '../../../runtime/mongodb/retry-while-unavailable.js'

describe('outlasting an outage', () => {
  it('tries again until MongoDB is back', async () => {
    let tries = 0
    const answer = await retryWhileUnavailable(async () => {
      tries += 1
      if (tries < 3) throw new mongoose.mongo.MongoNetworkError('connection reset')
      return 'stored'
    })
    expect({ answer, tries }).to.deep.equal({ answer: 'stored', tries: 3 })
  })

  it('throws at once what no waiting mends', async () => {
    let tries = 0
    const failed = retryWhileUnavailable(async () => {
      tries += 1
      throw new Error('no such field')
    })
    expect(await failed.catch((error: Error) => error.message)).to.equal('no such field')
    expect(tries).to.equal(1)
  })
})
