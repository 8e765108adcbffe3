import { expect } from 'chai'
import { commandsBetween, commandsPerUnit, countsOf, totalOf } from '../../bench/measuring/command-counts.js'

describe('the counts of database commands', () => {
  it('take the commands of all kinds, and nothing else that the server lists beside them', () => {
    const metrics = {
      '<UNKNOWN>': 4,
      find: { failed: 1, total: 10 },
      update: { failed: 0, total: 5n },
      hello: { total: 2 },
    }
    expect(countsOf(metrics)).to.deep.equal({ find: 10, update: 5, hello: 2 })
    expect(totalOf(countsOf(metrics))).to.equal(17)
  })

  it('leave out the commands that the measuring took, and names that did not occur', () => {
    const before = { all: { find: 1_000, insert: 7, serverStatus: 1 }, own: { find: 3, serverStatus: 1 } }
    const after = { all: { find: 1_120, insert: 7, serverStatus: 2, update: 4 }, own: { find: 23, serverStatus: 2 } }
    expect(commandsBetween(before, after)).to.deep.equal({ find: 100, update: 4 })
  })

  it('leave out what the processes would have sent at rest in the same time', () => {
    const perUnit = commandsPerUnit({
      commands: { find: 700, insert: 100 },
      seconds: 10,
      quietPerSecond: { find: 20 },
      units: 50,
    })
    expect(perUnit).to.deep.equal({ find: 10, insert: 2 })
  })

  it('count against the rest what occurs at rest alone, so that chance does not add up to one side', () => {
    const perUnit = commandsPerUnit({ commands: { find: 100 }, seconds: 10, quietPerSecond: { ping: 1 }, units: 10 })
    expect(totalOf(perUnit)).to.equal(9)
  })
})
