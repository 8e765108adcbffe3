import { expect } from 'chai'
import { createSemaphore, SemaphoreFullError } from '../../../runtime/concurrency/semaphore.js'

describe('a semaphore', () => {
  it('runs as much as it has permits, queues as much as it may, and refuses the rest', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: 1 })
    let release = (): void => undefined
    const first = semaphore.run(() => new Promise<string>((resolve) => (release = () => resolve('first'))))
    const second = semaphore.run(async () => 'second')
    const refused: unknown = await semaphore.run(async () => 'third').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(SemaphoreFullError)
    release()
    expect(await Promise.all([first, second])).to.deep.equal(['first', 'second'])
  })

  it('frees the permit of work that fails', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: 0 })
    const failed: unknown = await semaphore
      .run(() => Promise.reject(new Error('broken')))
      .catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error).with.property('message', 'broken')
    expect(await semaphore.run(async () => 'next')).to.equal('next')
  })
})
