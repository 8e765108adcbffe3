import { expect } from 'chai'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'

describe('waiting until something is reached', () => {
  it('polls and says true once it is', async () => {
    let polls = 0
    expect(await waitUntil(() => (polls += 1) === 3, 10_000, 1)).to.equal(true)
    expect(polls).to.equal(3)
  })

  it('says false when the time is up', async () => expect(await waitUntil(async () => false, 5, 1)).to.equal(false))
})
