import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'

/** The results of a run of mocha, for the program that started it. */
export interface Results {
  passed: number
  failed: number
  /** Each test that failed, with its reason, as people read it. */
  failures: string[]
  /** How long each test file took, its hooks included. */
  seconds: Record<string, number>
}

/** Prints as mocha does, and writes the results to the file that TEST_RESULTS names. */
export default class ResultsReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options)
    const seconds: Record<string, number> = {}
    const failures: string[] = []
    let began = 0
    runner.on('suite', (suite) => {
      if (suite.parent?.root) began = performance.now()
    })
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root || !suite.file) return
      const file = relative('', suite.file)
      seconds[file] = (seconds[file] ?? 0) + (performance.now() - began) / 1_000
    })
    runner.on('fail', (test, error: Error) => {
      failures.push(`${relative('', test.file ?? '')}: ${test.fullTitle()}\n${error.stack ?? String(error)}`)
    })
    runner.once('end', () => {
      const { passes: passed, failures: failed } = this.stats
      const results: Results = { passed, failed, failures, seconds }
      if (process.env['TEST_RESULTS']) writeFileSync(process.env['TEST_RESULTS'], JSON.stringify(results))
    })
  }
}
