import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { stopOrphanProcesses } from '../../embedded/orphan-processes.js'
import { acquireLock, findRunning } from '../../embedded/lock.js'
import { beginning, isAlive } from '../../runtime/process-identity.js'
import { useFolders } from './folders.js'

describe('the lock on a data folder', () => {
  const makeFolder = useFolders()
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  const idle = async (...args: string[]): Promise<number> => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args], { stdio: 'ignore' })
    started.push(child)
    await once(child, 'spawn')
    return child.pid ?? 0
  }
  const leaveLock = (folder: string, holder: object): void =>
    writeFileSync(join(folder, 'supervisor.json'), JSON.stringify(holder))

  it('tells a second start who runs there, and touches nothing', () => {
    const folder = makeFolder()
    const lock = acquireLock(folder)
    const before = readdirSync(folder)
    expect(() => acquireLock(folder)).to.throw(
      new RegExp(`is already running on ${folder} \\(process ${process.pid}\\)`),
    )
    expect(readdirSync(folder)).to.deep.equal(before)
    expect(findRunning(folder)).to.equal(process.pid)
    lock.release()
    expect(findRunning(folder)).to.equal(null)
  })

  it('is taken over from a supervisor that was killed', async () => {
    const folder = makeFolder()
    const pid = await idle()
    const holder = { pid, beginning: beginning(pid), children: { mongodb: 42 } }
    leaveLock(folder, holder)
    expect(() => acquireLock(folder)).to.throw(/already running/)
    const [child] = started
    child?.kill('SIGKILL')
    if (child) await once(child, 'exit')
    expect(acquireLock(folder).orphans).to.deep.equal({ mongodb: 42 })
  })

  it('is not held by another program that was given the same process id later', async () => {
    const folder = makeFolder()
    leaveLock(folder, { pid: await idle(), beginning: 'some other time', children: {} })
    expect(findRunning(folder)).to.equal(null)
    acquireLock(folder).release()
  })

  it('stops the processes that a killed supervisor left running, and no others', async () => {
    const folder = makeFolder()
    const [ours, foreign] = [await idle(`--dbpath=${folder}/mongodb`), await idle('--dbpath=/elsewhere')]
    const lines: string[] = []
    await stopOrphanProcesses({ mongodb: ours, temporal: foreign, gateway: 2 ** 22 + 1 }, folder, (line) =>
      lines.push(line),
    )
    expect([isAlive(ours), isAlive(foreign)]).to.deep.equal([false, true])
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include(`mongodb (process ${ours})`)
  })
})
