import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { withinTime } from '../../../runtime/concurrency/within-time.js'
import { listen } from '../../support/listen.js'

const busyFor = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('an answer within a time', () => {
  const server = createServer()
  let [asking, answering]: Socket[] = []

  before(async () => {
    const accepted = once(server, 'connection')
    asking = connect(await listen(server), '127.0.0.1')
    await once(asking, 'connect')
    ;[answering] = (await accepted) as Socket[]
  })
  after(() => {
    asking?.destroy()
    answering?.destroy()
    server.close()
  })

  it('is taken when it arrived while the process was busy, although the time is over', async () => {
    const answer = once(asking!, 'data').then(() => 'answered')
    answering?.write('x')
    const outcome = withinTime(answer, 1, 'too late')
    busyFor(50)
    expect(await outcome).to.equal('answered')
  })

  it('is a refusal when none arrives, and the error of the work if that comes first', async () => {
    const refusal = (pending: Promise<unknown>) =>
      withinTime(pending, 1, 'too late').catch((error: Error) => error.message)
    expect(await refusal(new Promise(() => undefined))).to.equal('too late')
    expect(await refusal(Promise.reject(new Error('away')))).to.equal('away')
  })
})
