import { readFileSync, rmSync } from 'node:fs'

/** The results of a run of mocha, for the program that started it. */
export interface Results {
  passed: number
  /** How many tests and hooks failed. */
  failed: number
  /** Each test and hook that failed, with its reason, as people read it. */
  failures: string[]
  /** How many tests never ran, by their file: a hook before them failed. */
  unrun: Record<string, number>
  /** How long each test file took, its hooks included. */
  seconds: Record<string, number>
}

/** The results of something besides tests: of its failure, or of its success. */
export function resultsOfFailure(failure?: string): Results {
  const failures = failure === undefined ? [] : [failure]
  return { passed: 0, failed: failures.length, failures, unrun: {}, seconds: {} }
}

/** Takes the results from the file where a run of mocha left them. One that broke off before counts as a failure. */
export function resultsIn(file: string): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch (error) {
    return resultsOfFailure(`A group of tests broke off: ${String(error)}`)
  } finally {
    rmSync(file, { force: true })
  }
}

/** The results of several runs together. */
export function sumOf(all: Results[]): Results {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    failures: all.flatMap(({ failures }) => failures),
    unrun: Object.assign({}, ...all.map(({ unrun }) => unrun)) as Record<string, number>,
    seconds: Object.assign({}, ...all.map(({ seconds }) => seconds)) as Record<string, number>,
  }
}
