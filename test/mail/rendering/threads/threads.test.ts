import { expect } from 'chai'
import { RenderThread, ThreadStopped } from '../../../../mail/rendering/threads/render-thread.js'
import { Threads } from '../../../../mail/rendering/threads/threads.js'
import { eventually } from '../../../support/eventually.js'

const LOOPS = '{% for a in (1..9999) %}'.repeat(4) + '{% endfor %}'.repeat(4)
// Three quarters of what the engine lets through, and more than the thread of the test may have.
const BOMB = Array.from({ length: 4 }, (_, n) => `{% assign l${n} = (1..1900000) %}`).join('')

const message = (body: string) => ({ content: { subject: 'Hi', body }, variables: {}, footer: null })

async function reasonOf(task: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await task.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof ThreadStopped ? error.reason : undefined
}

describe('the threads of a process', () => {
  it('end with a task that takes more memory than they have, and are replaced', async () => {
    const threads = new Threads({ memoryMb: 48 })
    expect(await reasonOf(threads.perform('a', 'message', message(BOMB)))).to.equal('memory')
    expect(await threads.perform('a', 'message', message('x'))).to.deep.equal({ subject: 'Hi', html: 'x' })
  })

  it('end with a task that takes too long, and are replaced', async () => {
    const threads = new Threads({ threads: 1, taskMs: 200 })
    expect(await reasonOf(threads.perform('a', 'message', message(LOOPS)))).to.equal('time')
    expect(await threads.perform('b', 'message', message('x'))).to.deep.equal({ subject: 'Hi', html: 'x' })
  })

  it('fail a task whose thread does not start, and no other', async () => {
    const threads = new Threads({ threads: 1, startMs: 1 })
    const both = await Promise.all(['x', 'y'].map((body) => reasonOf(threads.perform('a', 'message', message(body)))))
    expect(both).to.deep.equal(['crash', 'crash'])
  })

  it('leave one to others while a project has slow tasks', async () => {
    const threads = new Threads()
    const order: string[] = []
    const slow = ['A1', 'A2', 'A3'].map(async (name) => {
      await threads.perform('a', 'message', message(LOOPS)).catch(() => order.push(name))
    })
    const short = threads.perform('b', 'message', message('{{ x }}')).then(() => order.push('B'))
    await Promise.all([...slow, short])
    expect(order.indexOf('B')).to.be.below(2)
    expect(order.filter((name) => name !== 'B')).to.deep.equal(['A1', 'A2', 'A3'])
  })

  it('take turns by project where there is one thread for all', async () => {
    const threads = new Threads({ threads: 1 })
    const order: string[] = []
    const perform = (project: string, body: string) =>
      threads.perform(project, 'message', message(body)).then(
        () => order.push(project),
        () => order.push(project),
      )
    await Promise.all([perform('a', LOOPS), perform('a', LOOPS), perform('b', 'x'), perform('b', 'y')])
    expect(order).to.deep.equal(['a', 'b', 'b', 'a'])
  })

  it('let a project wait with so many tasks and no more', async () => {
    const threads = new Threads({ waiting: 1 })
    const [first, second, third] = [1, 2, 3].map(() => threads.perform('a', 'message', message('x')))
    const error: unknown = await third?.catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(Error).with.property('message', 'Too many renderings wait')
    expect(await Promise.all([first, second])).to.have.length(2)
  })

  it('end when there is nothing to do, and begin again', async () => {
    const threads = new Threads({ idleMs: 1 })
    expect(await threads.perform('a', 'message', message('x'))).to.have.property('html', 'x')
    const other = new RenderThread({ memoryMb: 256, startMs: 10_000 })
    expect(await other.answer({ name: 'text', input: '<p>x</p>' }, 5_000)).to.deep.equal({ result: 'x' })
    other.rest(1)
    // It began to rest later: when it has ended, the first one has as well.
    await eventually(
      async () => other.isAlive,
      (isAlive) => !isAlive,
    )
    expect(await threads.perform('a', 'message', message('y'))).to.have.property('html', 'y')
  })

  it('say what a task was that cannot be copied, and go on', async () => {
    const threads = new Threads()
    const input = { ...message('{{ f }}'), variables: { f: () => 1 } }
    const error: unknown = await threads.perform('a', 'message', input).catch((thrown: unknown) => thrown)
    expect(error).to.have.property('name', 'DataCloneError')
    expect(await threads.perform('a', 'message', message('x'))).to.have.property('html', 'x')
  })
})
