import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'
import { goOnAfterHooks } from './go-on-after-hooks.js'
import type { Results } from './results.js'

/** Prints as mocha does, and writes the results to the file that TEST_RESULTS names. */
export default class ResultsReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options)
    goOnAfterHooks(runner)
    const seconds: Record<string, number> = {}
    const failures: string[] = []
    // A test that has passed fails after all when a hook after it does.
    const passed = new Set<Mocha.Runnable>()
    const failed = new Set<Mocha.Runnable>()
    let began = 0
    runner.on('suite', (suite) => {
      if (suite.parent?.root) began = performance.now()
    })
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root || !suite.file) return
      const file = fileOf(suite)
      seconds[file] = (seconds[file] ?? 0) + (performance.now() - began) / 1_000
    })
    runner.on('pass', (test) => void passed.add(test))
    runner.on('fail', (test, error: Error) => {
      passed.delete(test)
      failed.add(test)
      failures.push(`${fileOf(test)}: ${test.fullTitle()}\n${error.stack ?? String(error)}`)
    })
    runner.once('end', () => {
      const unrun = countUnrun(runner)
      const results: Results = { passed: passed.size, failed: failed.size, failures, unrun, seconds }
      if (process.env['TEST_RESULTS']) writeFileSync(process.env['TEST_RESULTS'], JSON.stringify(results))
    })
  }
}

function countUnrun(runner: Mocha.Runner): Record<string, number> {
  const unrun: Record<string, number> = {}
  const { suite, _grep: grep, _invert: isInverted } = runner as unknown as Wanted
  suite.eachTest((test) => {
    const isWanted = grep.test(test.fullTitle()) !== Boolean(isInverted)
    if (isWanted && test.state === undefined && !test.isPending()) unrun[fileOf(test)] = (unrun[fileOf(test)] ?? 0) + 1
  })
  return unrun
}

/** What a run of mocha looks at: all its tests, and those of them that it was asked for. */
interface Wanted {
  suite: Mocha.Suite
  _grep: RegExp
  _invert?: boolean
}

const fileOf = ({ file }: { file?: string | undefined }): string => relative('', file ?? '')
