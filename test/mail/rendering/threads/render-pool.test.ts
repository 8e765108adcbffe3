import { expect } from 'chai'
import { LIMITS, type RenderPool as PoolOfSources } from '../../../../mail/rendering/threads/render-pool.js'
import { compiledModule } from '../../../support/compiled-program.js'
import { eventually } from '../../../support/eventually.js'

const LOOPS = '{% for a in (1..9999) %}'.repeat(4) + '{% endfor %}'.repeat(4)
// Takes some tenths of a second.
const SLOW = '{% for a in (1..1000) %}'.repeat(2) + '{% endfor %}'.repeat(2)
// Three quarters of what the engine lets through, and more than the thread of the test may have.
const BOMB = Array.from({ length: 4 }, (_, n) => `{% assign l${n} = (1..1900000) %}`).join('')

const message = (body: string) => ({ content: { subject: 'Hi', body }, variables: {}, footer: null })

async function reasonOf(task: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await task.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Error && 'reason' in error ? String(error.reason) : undefined
}

// A slow task may take more than its second on a machine that is busy with something else.
const settled = (task: Promise<unknown>): Promise<unknown> => task.catch(() => undefined)

describe('the rendering threads of a process', () => {
  let RenderPool: typeof PoolOfSources

  // A compiled thread starts in half the processor time. The threads of `perform.test.ts` start from the sources.
  before(async () => {
    const compiled = await compiledModule('mail/rendering/threads/render-pool')
    ;({ RenderPool } = (await import(compiled)) as { RenderPool: typeof PoolOfSources })
  })

  it('end with a task that takes more memory than they have, and are replaced', async () => {
    const pool = new RenderPool({ memoryMb: 48 })
    // On a machine that stands still the engine may stop the task first, for its time.
    const reason = () => reasonOf(pool.perform('a', 'message', message(BOMB)))
    expect(await eventually(reason, (found) => found !== undefined)).to.equal('memory')
    expect(await pool.perform('a', 'message', message('x'))).to.deep.equal({ subject: 'Hi', html: 'x', parameters: [] })
  })

  it('end with a task that takes too long, and are replaced', async () => {
    const pool = new RenderPool({ threads: 1, taskMs: 200 })
    expect(await reasonOf(pool.perform('a', 'message', message(LOOPS)))).to.equal('time')
    // A machine that stands still may use up the time of the next task as well.
    const next = () => pool.perform('b', 'message', message('x')).catch(() => null)
    expect(await eventually(next, (result) => result !== null)).to.deep.equal({
      subject: 'Hi',
      html: 'x',
      parameters: [],
    })
  })

  it('give a task five seconds', () => expect(LIMITS.taskMs).to.equal(5_000))

  it('fail a task whose thread does not start, and no other', async () => {
    const pool = new RenderPool({ threads: 1, startMs: 1 })
    const both = await Promise.all(['x', 'y'].map((body) => reasonOf(pool.perform('a', 'message', message(body)))))
    expect(both).to.deep.equal(['crash', 'crash'])
  })

  it('leave one to others while a project has slow tasks', async () => {
    const pool = new RenderPool()
    const order: string[] = []
    const perform = (project: string, body: string, name: string) =>
      settled(pool.perform(project, 'message', message(body))).then(() => order.push(name))
    await Promise.all([perform('a', 'x', 'first thread'), perform('b', 'x', 'second thread')])
    order.length = 0
    const slow = ['A1', 'A2'].map((name) => perform('a', SLOW, name))
    await Promise.all([...slow, perform('b', '{{ x }}', 'B')])
    expect(order).to.deep.equal(['B', 'A1', 'A2'])
  })

  describe('where there is one for all', () => {
    let pool: PoolOfSources

    before(() => void (pool = new RenderPool({ threads: 1, waitingOfKey: 2 })))

    it('serve the projects alternately', async () => {
      const order: string[] = []
      const perform = (project: string, body: string) =>
        settled(pool.perform(project, 'message', message(body))).then(() => order.push(project))
      await Promise.all([perform('a', SLOW), perform('a', SLOW), perform('b', 'x'), perform('b', 'y')])
      expect(order).to.deep.equal(['a', 'b', 'b', 'a'])
    })

    it('let a project wait with so many tasks and no more', async () => {
      const [last, ...taken] = [1, 2, 3, 4].map(() => pool.perform('a', 'message', message('x'))).toReversed()
      const error: unknown = await last?.catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(Error).with.property('message', 'Too many tasks wait for a thread')
      expect(await Promise.all(taken)).to.have.length(3)
    })

    it('name the task that cannot be copied, and go on', async () => {
      const input = { ...message('{{ f }}'), variables: { f: () => 1 } }
      const error: unknown = await pool.perform('a', 'message', input).catch((thrown: unknown) => thrown)
      expect(error).to.have.property('name', 'DataCloneError')
      expect(await pool.perform('a', 'message', message('x'))).to.have.property('html', 'x')
    })
  })
})
