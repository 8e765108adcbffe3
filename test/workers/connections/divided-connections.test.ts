import { expect } from 'chai'
import { setImmediate as turn } from 'node:timers/promises'
import { readNumber } from '../../../runtime/threads/shared-number.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { DividedConnections } from '../../../workers/connections/divided-connections.js'

const THREADS = 3
const LONG_MS = 60_000

describe('the connections of a worker', () => {
  /** What the rest of the worker keeps to, and closes its connections by. */
  let ofRest: number
  let close: (() => void)[]
  let isClosing: boolean

  const divide = (endsWithinMs: number) => {
    ;[ofRest, close, isClosing] = [10, [], false]
    const limitConnections = async (most: number): Promise<void> => {
      ofRest = most
      if (isClosing) await new Promise<void>((resolve) => close.push(resolve))
    }
    return new DividedConnections({ provider: { limitConnections }, threads: THREADS, endsWithinMs })
  }
  const numbers = (divided: DividedConnections) => [readNumber(divided.ofThread), ofRest]

  it('are none before the worker has its share, and then all for the rest of it until threads are used', async () => {
    const divided = divide(LONG_MS)
    expect(numbers(divided)).to.deep.equal([0, 0])
    expect(divided).to.include({ isAny: false, isEnoughForThreads: false })
    await divided.limit(10)
    expect(numbers(divided)).to.deep.equal([0, 10])
    expect(divided).to.include({ isAny: true, isEnoughForThreads: true })
  })

  it('pass to the threads once the rest of the worker has closed them, and back when the threads have ended', async () => {
    const divided = divide(LONG_MS)
    await divided.limit(10)
    isClosing = true
    divided.use(true)
    await turn()
    expect(numbers(divided)).to.deep.equal([0, 4])
    isClosing = false
    for (const closed of close) closed()
    await eventuallyEquals(() => numbers(divided).join(), '2,4')
    divided.use(false)
    await eventuallyEquals(() => numbers(divided).join(), '0,10')
  })

  it('grow on one side only when those of the other have had the time to end', async () => {
    const divided = divide(50)
    await divided.limit(10)
    divided.use(true)
    await eventuallyEquals(() => numbers(divided).join(), '2,4')
    // With nine, a thread has one and the rest has six.
    const limited = divided.limit(9)
    expect(numbers(divided)).to.deep.equal([1, 4])
    await limited
    expect(numbers(divided)).to.deep.equal([1, 6])
  })
})
