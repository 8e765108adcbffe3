import { expect } from 'chai'
import { FairQueue } from '../../../../mail/rendering/threads/fair-queue.js'

const MANY = 1_000

/** Serves one task after the other until none is left, each taking as long as `costOf` says; returns their order. */
function serveAll(queue: FairQueue<string>, costOf: (task: string) => number = () => 1): string[] {
  const order: string[] = []
  for (let next = queue.dequeue(); next; next = queue.dequeue()) {
    order.push(next.task)
    queue.release(next.project, costOf(next.task))
  }
  return order
}

const next = (queue: FairQueue<string>) => queue.dequeue()?.task ?? null

describe('the queue of projects', () => {
  it('keeps the order within a project and alternates between projects', () => {
    const queue = new FairQueue<string>()
    for (const task of ['a1', 'a2', 'a3']) queue.enqueue('a', task, MANY)
    for (const task of ['b1', 'b2']) queue.enqueue('b', task, MANY)
    expect(serveAll(queue)).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('gives a project of short tasks as much time as one of long tasks', () => {
    const queue = new FairQueue<string>()
    for (const task of ['A1', 'A2']) queue.enqueue('a', task, MANY)
    for (let n = 0; n < 20; n += 1) queue.enqueue('b', `b${n}`, MANY)
    const order = serveAll(queue, (task) => (task.startsWith('A') ? 1_000 : 10))
    expect(order.indexOf('A2')).to.equal(21)
  })

  it('serves one task of a project at a time, and a task of another project meanwhile', () => {
    const queue = new FairQueue<string>()
    queue.enqueue('a', 'a1', MANY)
    queue.enqueue('a', 'a2', MANY)
    expect(next(queue)).to.equal('a1')
    expect(next(queue)).to.equal(null)
    queue.enqueue('b', 'b1', MANY)
    expect(next(queue)).to.equal('b1')
    expect(next(queue)).to.equal(null)
    queue.release('a', 1)
    expect(next(queue)).to.equal('a2')
  })

  it('owes a project that is new to the queue nothing for the time before', () => {
    const queue = new FairQueue<string>()
    for (let n = 0; n < 5; n += 1) queue.enqueue('a', `a${n}`, MANY)
    for (let n = 0; n < 3; n += 1) queue.release(queue.dequeue()?.project ?? '', 1_000)
    for (let n = 0; n < 5; n += 1) queue.enqueue('b', `b${n}`, MANY)
    expect(serveAll(queue, () => 1_000).slice(0, 4)).to.deep.equal(['b0', 'a3', 'b1', 'a4'])
  })

  it('refuses tasks of a project beyond the limit, and none of other projects', () => {
    const queue = new FairQueue<string>()
    expect(queue.enqueue('a', 'a1', 2)).to.equal(true)
    expect(queue.enqueue('a', 'a2', 2)).to.equal(true)
    expect(queue.enqueue('a', 'a3', 2)).to.equal(false)
    expect(queue.enqueue('b', 'b1', 2)).to.equal(true)
    expect(serveAll(queue)).to.deep.equal(['a1', 'b1', 'a2'])
  })
})
