import { expect } from 'chai'
import { createSemaphore, SemaphoreFullError } from '../../../runtime/concurrency/semaphore.js'

describe('a semaphore', () => {
  it('runs as much as it has permits, queues as much as it may, and refuses the rest', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: { first: 1, usual: 1 } })
    let release = (): void => undefined
    const first = semaphore.run(() => new Promise<string>((resolve) => (release = () => resolve('first'))))
    const second = semaphore.run(async () => 'second')
    const refused: unknown = await semaphore.run(async () => 'third').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(SemaphoreFullError)
    release()
    expect(await Promise.all([first, second])).to.deep.equal(['first', 'second'])
  })

  it('frees the permit of work that fails', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: { first: 0, usual: 0 } })
    const failed: unknown = await semaphore
      .run(() => Promise.reject(new Error('broken')))
      .catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error).with.property('message', 'broken')
    expect(await semaphore.run(async () => 'next')).to.equal('next')
  })

  it('runs work of the first class first, while other work goes on slowly, and counts who waits by class', async () => {
    const semaphore = createSemaphore({ permits: 1, maxWaiting: { first: 6, usual: 2 } })
    let release = (): void => undefined
    const running = semaphore.run(() => new Promise<void>((resolve) => (release = resolve)))
    const order: string[] = []
    const note = (name: string) => async () => void order.push(name)
    const waiting = ['a', 'b'].map((name) => semaphore.run(note(name)))
    waiting.push(...[1, 2, 3, 4, 5, 6].map((name) => semaphore.run(note(String(name)), 'first')))
    for (const workClass of ['first', 'usual'] as const) {
      const refused: unknown = await semaphore.run(note('?'), workClass).catch((error: unknown) => error)
      expect(refused).to.be.instanceOf(SemaphoreFullError)
    }
    release()
    await Promise.all([running, ...waiting])
    expect(order.join('')).to.equal('123a456b')
  })
})
