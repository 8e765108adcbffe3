import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { parseStat, useOf } from '../../bench/measuring/processes.js'

describe('what processes use', () => {
  it('is read from the line of a process whose name holds spaces and parentheses', () => {
    const line = `42 (a (b) c) S 7 42 42 0 -1 4194560 900 0 0 0 150 50 9 9 20 0 11 0 1000 123456789 25600 1844`
    expect(parseStat(line)).to.deep.equal({ parent: 7, cpuMs: 2_000, memoryMb: 100 })
  })

  it('counts the processes that a process started', async () => {
    const script = `const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'] })
      process.on('SIGTERM', () => child.kill())
      child.on('exit', () => process.exit())`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(parent.stdout, 'data')
    const { both, alone } = useOf({ both: parent.pid ?? null, alone: process.pid })
    const exited = once(parent, 'exit')
    parent.kill('SIGTERM')
    await exited
    const after = useOf({ both: parent.pid ?? null })
    // A Node process takes more than 30 MB, and the test process holds the two others among its children.
    expect(both?.memoryMb).to.be.greaterThan(60)
    expect(alone?.memoryMb).to.be.greaterThan(both?.memoryMb ?? Number.NaN)
    expect(after['both']).to.deep.equal({ cpuMs: 0, memoryMb: 0 })
  })

  it('is nothing for a process that does not run', () => {
    expect(useOf({ worker: null })).to.deep.equal({ worker: { cpuMs: 0, memoryMb: 0 } })
  })
})
