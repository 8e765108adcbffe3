import { expect } from 'chai'
import { commandsBetween, commandsPerUnit, totalOf } from '../../bench/measuring/command-counts.js'

describe('the counts of database commands', () => {
  it('add up the commands of all kinds, and nothing else that the server lists beside them', () => {
    const commands = {
      '<UNKNOWN>': 4,
      find: { failed: 1, total: 10 },
      update: { failed: 0, total: 5n },
      hello: { total: 2 },
    }
    expect(totalOf(commands)).to.equal(17)
  })

  it('leave out the commands that the measuring took', () => {
    expect(commandsBetween({ total: 1_000, own: 3 }, { total: 1_120, own: 23 })).to.equal(100)
  })

  it('leave out what the processes would have sent at rest in the same time', () => {
    const measured = { commands: 700, seconds: 10, quietPerSecond: 20, units: 50 }
    expect(commandsPerUnit(measured)).to.equal(10)
  })

  it('are never less than none, although a quiet time may have been a busier one', () => {
    expect(commandsPerUnit({ commands: 10, seconds: 10, quietPerSecond: 20, units: 50 })).to.equal(0)
  })
})
