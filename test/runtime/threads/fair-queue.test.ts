import { expect } from 'chai'
import { FairQueue, type QueueLimits } from '../../../runtime/threads/fair-queue.js'

const newQueue = (limits: Partial<QueueLimits> = {}) =>
  new FairQueue<string>({ waitingOfKey: 1_000, waiting: 1_000, ...limits })

/** Serves one task after the other until none is left, each taking as long as `costOf` says; returns their order. */
function serveAll(queue: FairQueue<string>, costOf: (task: string) => number = () => 1): string[] {
  const order: string[] = []
  for (let next = queue.dequeue(); next; next = queue.dequeue()) {
    order.push(next.task)
    queue.release(next.key, costOf(next.task))
  }
  return order
}

const next = (queue: FairQueue<string>) => queue.dequeue()?.task ?? null

describe('the fair queue', () => {
  it('keeps the order within a project and alternates between projects', () => {
    const queue = newQueue()
    for (const task of ['a1', 'a2', 'a3']) queue.enqueue('a', task)
    for (const task of ['b1', 'b2']) queue.enqueue('b', task)
    expect(serveAll(queue)).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('gives a project of short tasks as much time as one of long tasks', () => {
    const queue = newQueue()
    for (const task of ['A1', 'A2']) queue.enqueue('a', task)
    for (let n = 0; n < 20; n += 1) queue.enqueue('b', `b${n}`)
    const order = serveAll(queue, (task) => (task.startsWith('A') ? 1_000 : 10))
    expect(order.indexOf('A2')).to.equal(21)
  })

  it('serves one task of a project at a time, and a task of another project meanwhile', () => {
    const queue = newQueue()
    queue.enqueue('a', 'a1')
    queue.enqueue('a', 'a2')
    expect(next(queue)).to.equal('a1')
    expect(next(queue)).to.equal(null)
    queue.enqueue('b', 'b1')
    expect(next(queue)).to.equal('b1')
    expect(next(queue)).to.equal(null)
    queue.release('a', 1)
    expect(next(queue)).to.equal('a2')
  })

  it('owes a project that is new to the queue nothing for the time before', () => {
    const queue = newQueue()
    for (let n = 0; n < 5; n += 1) queue.enqueue('a', `a${n}`)
    for (let n = 0; n < 3; n += 1) queue.release(queue.dequeue()?.key ?? '', 1_000)
    for (let n = 0; n < 5; n += 1) queue.enqueue('b', `b${n}`)
    expect(serveAll(queue, () => 1_000).slice(0, 4)).to.deep.equal(['b0', 'a3', 'b1', 'a4'])
  })

  it('refuses tasks of a key beyond the limit, and none of other keys', () => {
    const queue = newQueue({ waitingOfKey: 2 })
    expect(queue.enqueue('a', 'a1')).to.equal(true)
    expect(queue.enqueue('a', 'a2')).to.equal(true)
    expect(queue.enqueue('a', 'a3')).to.equal(false)
    expect(queue.enqueue('b', 'b1')).to.equal(true)
    expect(serveAll(queue)).to.deep.equal(['a1', 'b1', 'a2'])
  })

  it('refuses tasks of every key beyond the limit of all, until one is served', () => {
    const queue = newQueue({ waiting: 2 })
    expect(['a', 'b', 'c'].map((key) => queue.enqueue(key, `${key}1`))).to.deep.equal([true, true, false])
    expect(next(queue)).to.equal('a1')
    expect(queue.enqueue('c', 'c1')).to.equal(true)
    expect(queue.enqueue('d', 'd1')).to.equal(false)
  })

  it('takes as many as before once it was cleared', () => {
    const queue = newQueue({ waiting: 2 })
    for (const task of ['a1', 'b1']) queue.enqueue(task, task)
    expect(queue.clear()).to.deep.equal(['a1', 'b1'])
    expect(serveAll(queue)).to.deep.equal([])
    expect(['a2', 'b2', 'c2'].map((task) => queue.enqueue(task, task))).to.deep.equal([true, true, false])
    expect(serveAll(queue)).to.deep.equal(['a2', 'b2'])
  })
})
