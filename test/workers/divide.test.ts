import { expect } from 'chai'
import { divideConnections, threadsOf } from '../../workers/campaign-threads/divide.js'

describe('the threads of a worker', () => {
  const smtp = (connections: number, threads?: number) =>
    ({ EMAIL_PROVIDER: 'smtp', SMTP_MAX_CONNECTIONS: connections, CAMPAIGN_THREADS: threads }) as const

  it('are as many as the cores but one, and no more than four', () => {
    const counts = [1, 2, 4, 16].map((cores) => threadsOf(smtp(10), cores))
    expect(counts).to.deep.equal([1, 1, 3, 4])
  })

  it('are as many as the setting says', () => {
    expect([0, 1, 3].map((threads) => threadsOf(smtp(10, threads), 2))).to.deep.equal([0, 1, 3])
  })

  it('keep to the connections of their worker together with the rest of it, where everyone has one', () => {
    for (let connections = 2; connections <= 30; connections += 1) {
      for (let wanted = 1; wanted <= 12; wanted += 1) {
        const threads = threadsOf(smtp(connections, wanted), 2)
        const { ofThread, ofRest } = divideConnections(connections, threads)
        expect(threads * ofThread + ofRest, `${connections} for ${wanted}`).to.equal(connections)
        expect(Math.min(ofThread, ofRest), `${connections} for ${wanted}`).to.be.at.least(1)
      }
    }
  })

  it('leave all connections to the rest of the worker, where there are too few', () => {
    expect(divideConnections(3, 3)).to.deep.equal({ ofThread: 0, ofRest: 3 })
    expect(divideConnections(4, 3)).to.deep.equal({ ofThread: 1, ofRest: 1 })
  })

  it('are none where one connection is all there may be', () => {
    expect(threadsOf(smtp(1), 8)).to.equal(0)
  })
})
