import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { ThreadPool, ThreadsBusy, ThreadStopped, type ThreadLimits } from '../../../runtime/threads/thread-pool.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { LIMITS } from './limits.js'
import type { TestTask } from './thread.js'

const run = promisify(execFile)
const FILL_THREAD = fileURLToPath(new URL('fill-thread.ts', import.meta.url))

describe('a pool of threads', () => {
  const pools: ThreadPool<TestTask, unknown>[] = []

  function newPool(limits: Partial<ThreadLimits> = {}): ThreadPool<TestTask, unknown> {
    const pool = new ThreadPool<TestTask, unknown>(new URL('thread.ts', import.meta.url), { ...LIMITS, ...limits })
    pools.push(pool)
    return pool
  }

  const errorOf = (task: Promise<unknown>): Promise<unknown> =>
    task.then(
      () => null,
      (thrown: unknown) => thrown,
    )

  async function reasonOf(task: Promise<unknown>): Promise<string> {
    const error = await errorOf(task)
    return error instanceof ThreadStopped ? error.reason : String(error)
  }

  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

  it('tells why a task was stopped, and goes on with the next', async () => {
    const brief = newPool({ taskMs: 100 })
    for (const task of ['loop', 'wait'] as const) expect(await reasonOf(brief.perform('a', task))).to.equal('time')
    const pool = newPool()
    expect(await reasonOf(pool.perform('a', 'fill'))).to.equal('memory')
    expect(await pool.perform('a', 'echo')).to.equal('echo')
  })

  for (const flag of ['--max-old-space-size=1000', '--max-heap-size=1000', '--max-semi-space-size=64']) {
    it(`keeps the memory of a task to its limit in a process with ${flag}`, async () => {
      const { stdout } = await run(process.execPath, ['--import=tsx', flag, FILL_THREAD])
      expect(JSON.parse(stdout)).to.deep.equal({ heapMb: 64 + 48, stopped: 'memory' })
    })
  }

  it('passes on an error of the task itself', async () => {
    expect(await errorOf(newPool().perform('a', 'throw'))).to.have.property('message', 'of the task')
  })

  it('fails a task whose thread ends, and goes on with the next', async () => {
    const pool = newPool()
    expect(await reasonOf(pool.perform('a', 'die'))).to.equal('crash')
    expect(await pool.perform('a', 'echo')).to.equal('echo')
  })

  it('refuses what may not wait', async () => {
    const pool = newPool({ waitingOfKey: 1, waiting: 2 })
    const tasks = ['a', 'a', 'a', 'b', 'c'].map((key) => pool.perform(key, 'echo'))
    const errors = await Promise.all(tasks.map(errorOf))
    expect(errors.map((error) => error instanceof ThreadsBusy)).to.deep.equal([false, false, true, false, true])
  })

  it('lets the running task end when it is closed, and fails those that wait or come later', async () => {
    const pool = newPool()
    const [running, waiting] = [pool.perform('a', 'echo'), errorOf(pool.perform('a', 'echo'))]
    await pool.close()
    expect(await running).to.equal('echo')
    expect(await waiting).to.be.instanceOf(ThreadsBusy)
    expect(await errorOf(pool.perform('a', 'echo'))).to.be.instanceOf(ThreadsBusy)
    expect(pool.threadCount).to.equal(0)
  })

  it('ends its threads when there is nothing to do, and begins again', async () => {
    const pool = newPool({ idleMs: 1 })
    expect(await pool.perform('a', 'echo')).to.equal('echo')
    await eventuallyEquals(() => pool.threadCount, 0)
    expect(await pool.perform('a', 'echo')).to.equal('echo')
  })
})
