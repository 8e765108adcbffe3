import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { rotateLog } from '../../embedded/log-file.js'
import { pollUntil } from '../../embedded/poll.js'
import { isAlive } from '../../runtime/process-identity.js'
import { SupervisedProcess, type ProcessSpec } from '../../embedded/supervised-process.js'
import { rejection, useFolders } from './folders.js'

const IDLE = 'console.log("up"); setInterval(() => {}, 1000);'

describe('a supervised process', () => {
  const makeFolder = useFolders()
  const running: SupervisedProcess[] = []
  let lines: string[]
  let pids: (number | null)[]
  beforeEach(() => {
    lines = []
    pids = []
  })
  afterEach(() => Promise.all(running.splice(0).map((one) => one.stop(0))))

  const supervise = (script: string, own: Partial<ProcessSpec> = {}): SupervisedProcess => {
    const folder = makeFolder()
    const one = new SupervisedProcess(
      {
        part: 'worker',
        name: 'worker',
        command: process.execPath,
        args: ['-e', script],
        env: process.env,
        cwd: folder,
        logFile: join(folder, 'worker.log'),
        hasIpc: false,
        graceMs: 60_000,
        readyTimeoutMs: 60_000,
        isReady: (logged) => logged().includes('up'),
        ...own,
      },
      { log: (line) => lines.push(line), pid: (_name, pid) => pids.push(pid) },
    )
    running.push(one)
    return one
  }
  const current = (): number => pids.at(-1) ?? 0

  it('comes back each time it is killed, under a new process id, and one line says so', async () => {
    const one = supervise(IDLE)
    await one.start()
    for (const times of [1, 2]) {
      const killed = current()
      await one.kill('SIGKILL')
      expect(isAlive(killed)).to.equal(false)
      expect(await pollUntil(() => lines.length > times - 1, { timeoutMs: 60_000 })).to.equal(true)
      expect(lines).to.have.length(times)
      expect(lines.at(-1)).to.match(/^worker exited \(SIGKILL\) and was restarted in \d+ ms\.$/)
      expect(current()).not.to.equal(killed)
      expect(isAlive(current())).to.equal(true)
    }
  })

  it('that cannot start is refused with the end of its log, and not tried again', async () => {
    const one = supervise('console.error("ENCRYPTION_KEY must be set"); process.exit(3)')
    const { message } = await rejection(one.start())
    expect(message).to.include('worker exited (status 3) before it was ready')
    expect(message).to.include('ENCRYPTION_KEY must be set')
    expect(pids.filter((pid) => pid !== null)).to.have.length(1)
  })

  it('that is not there is refused by name', async () => {
    expect((await rejection(supervise('', { command: '/nowhere/program' }).start())).message).to.include('ENOENT')
  })

  it('that never becomes ready is ended and refused', async () => {
    const one = supervise(IDLE, { isReady: () => false, readyTimeoutMs: 300 })
    expect((await rejection(one.start())).message).to.include('not ready after 0.3 s')
    expect(current()).to.equal(0)
  })

  it('ends by SIGTERM and stays ended until it is started again', async () => {
    const file = join(makeFolder(), 'stopped')
    const one = supervise(
      `process.on('SIGTERM', () => { require('fs').writeFileSync(${JSON.stringify(file)}, ''); process.exit() }); ${IDLE}`,
    )
    await one.start()
    await one.stop()
    expect(existsSync(file), 'had time to clean up').to.equal(true)
    expect(current()).to.equal(0)
    await one.start()
    expect(isAlive(current())).to.equal(true)
    expect(lines).to.deep.equal([])
  })

  it('that does not mind SIGTERM is killed, with what it started itself', async () => {
    const one = supervise(
      `process.on('SIGTERM', () => {});
       const child = require('child_process').spawn('sleep', ['600']);
       console.log('child', child.pid); ${IDLE}`,
      { graceMs: 200 },
    )
    await one.start()
    const grandchild = Number(/child (\d+)/.exec(readFileSync(one.spec.logFile, 'utf8'))?.[1])
    expect(isAlive(grandchild)).to.equal(true)
    await one.stop()
    expect(await pollUntil(() => !isAlive(grandchild), { timeoutMs: 60_000 })).to.equal(true)
  })

  it('keeps the logs of the last starts beside the current one', () => {
    const file = join(makeFolder(), 'logs', 'worker.log')
    for (const start of ['first', 'second', 'third']) {
      rotateLog(file)
      writeFileSync(file, start)
    }
    expect(readFileSync(file, 'utf8')).to.equal('third')
    expect(readFileSync(`${file}.1`, 'utf8')).to.equal('second')
    expect(readFileSync(`${file}.2`, 'utf8')).to.equal('first')
  })
})
