import { expect } from 'chai'
import { Turns } from '../../../../mail/rendering/threads/turns.js'

const MANY = 1_000

/** Serves one task after the other until none is left, each taking as long as `costOf` says; returns their order. */
function serveAll(turns: Turns<string>, costOf: (task: string) => number = () => 1): string[] {
  const order: string[] = []
  for (let next = turns.take(); next; next = turns.take()) {
    order.push(next.task)
    turns.done(next.project, costOf(next.task))
  }
  return order
}

const taken = (turns: Turns<string>) => turns.take()?.task ?? null

describe('the turns of projects', () => {
  it('keep the order within a project and alternate between projects', () => {
    const turns = new Turns<string>()
    for (const task of ['a1', 'a2', 'a3']) turns.add('a', task, MANY)
    for (const task of ['b1', 'b2']) turns.add('b', task, MANY)
    expect(serveAll(turns)).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('give a project of short tasks as much time as one of long ones, and so many more of them', () => {
    const turns = new Turns<string>()
    for (const task of ['A1', 'A2']) turns.add('a', task, MANY)
    for (let n = 0; n < 20; n += 1) turns.add('b', `b${n}`, MANY)
    const order = serveAll(turns, (task) => (task.startsWith('A') ? 1_000 : 10))
    expect(order.indexOf('A2')).to.equal(21)
  })

  it('serve one task of a project at once, and that of another beside it', () => {
    const turns = new Turns<string>()
    turns.add('a', 'a1', MANY)
    turns.add('a', 'a2', MANY)
    expect(taken(turns)).to.equal('a1')
    expect(taken(turns)).to.equal(null)
    turns.add('b', 'b1', MANY)
    expect(taken(turns)).to.equal('b1')
    expect(taken(turns)).to.equal(null)
    turns.done('a', 1)
    expect(taken(turns)).to.equal('a2')
  })

  it('owe a project that comes anew nothing for the time before', () => {
    const turns = new Turns<string>()
    for (let n = 0; n < 5; n += 1) turns.add('a', `a${n}`, MANY)
    for (let n = 0; n < 3; n += 1) turns.done(turns.take()?.project ?? '', 1_000)
    for (let n = 0; n < 5; n += 1) turns.add('b', `b${n}`, MANY)
    expect(serveAll(turns, () => 1_000).slice(0, 4)).to.deep.equal(['b0', 'a3', 'b1', 'a4'])
  })

  it('take no more than so many tasks of a project, and still those of others', () => {
    const turns = new Turns<string>()
    expect(turns.add('a', 'a1', 2)).to.equal(true)
    expect(turns.add('a', 'a2', 2)).to.equal(true)
    expect(turns.add('a', 'a3', 2)).to.equal(false)
    expect(turns.add('b', 'b1', 2)).to.equal(true)
    expect(serveAll(turns)).to.deep.equal(['a1', 'b1', 'a2'])
  })
})
