import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.js'
import type { Results } from './results.js'

const CLI = createRequire(import.meta.url).resolve('mocha/lib/cli/cli.js')

describe('the results of a run', () => {
  const folder = makeDataDir('posthorn-results-')
  const [file, results] = [join(folder, 'tests.cjs'), join(folder, 'results.json')]
  after(() => rmSync(folder, { recursive: true }))

  /** Runs the body of a `describe`; returns its results and what it wrote itself. */
  function run(body: string, ...options: string[]): Results & { said: string } {
    writeFileSync(file, `const say = console.error\ndescribe('d', () => {${body}})`)
    const mocha = [CLI, '--no-config', '--reporter', 'test/support/results-reporter.ts', ...options, file]
    const env = { ...process.env, TEST_RESULTS: results }
    const { stderr } = spawnSync(process.execPath, ['--import=tsx', ...mocha], { env, encoding: 'utf8' })
    return { ...(JSON.parse(readFileSync(results, 'utf8')) as Results), said: stderr.trim() }
  }

  it('blame a test for the hook that judges it, and nothing after it is left out', () => {
    const { said, unrun, ...judged } = run(`
      afterEach(() => say('closed'))
      afterEach(function () { if (this.currentTest.title !== 'b') throw new Error('breach ' + this.currentTest.title) })
      afterEach(function () {
        if (this.currentTest.title !== 'b') return
        this.timeout(20)
        return new Promise(() => {})
      })
      it('a', () => {})
      it('b', () => {})
      it('c', () => { throw new Error('c itself') })
      describe('e', () => { it('d', () => {}) })
      after(() => { throw new Error('left over') })
      after(() => say('stopped'))`)
    expect(judged).to.include({ passed: 0, failed: 5 })
    expect(judged.failures.map((failure) => failure.split('\n')[1])).to.have.lengthOf(6)
    for (const reason of [
      'd a\nError: breach a',
      'd b\nError: Timeout',
      'd c\nError: c itself',
      'd c\nError: breach c',
    ])
      expect(judged.failures.join('\n')).to.contain(reason)
    expect(judged.failures.join('\n')).to.contain('d e d\nError: breach d').and.to.contain('Error: left over')
    expect(said.split('\n')).to.deep.equal(['closed', 'closed', 'closed', 'closed', 'stopped'])
    expect(unrun).to.deep.equal({})
  })

  it('count the tests that a failed hook before them kept from running', () => {
    const tests = `it('a', () => {}); it('b', () => {}); describe('e', () => { it('c', () => {}); it.skip('s') })`
    const [count] = Object.values(run(`before(() => { throw new Error('no server') }); ${tests}`).unrun)
    expect(count).to.equal(3)
    const failing = `beforeEach(function () { if (this.currentTest.title === 'b') throw new Error('no project') })`
    const results = run(`${failing}; ${tests}`)
    expect(results).to.include({ passed: 1, failed: 1 })
    expect(Object.values(results.unrun)).to.deep.equal([2])
    expect(run(tests, '--grep', 'b')).to.deep.include({ passed: 1, failed: 0, unrun: {} })
  })
})
