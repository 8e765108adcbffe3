/**
 * Runs test files one after the other, as the program that started it names them. The servers go on from file to file.
 * The results of each file are in the file that TEST_RESULTS names when its end is told.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { format } from 'node:util'
import Mocha from 'mocha'
import type * as Hooks from './hooks.js'
import type * as Reporter from './results-reporter.js'
import { resultsOfFailure } from './results.js'
import type * as SharedStack from './stack.js'
import type { QueuedFile } from './file-queue.js'

/** The next file, or none at the end. */
export interface ToGroup {
  next: QueuedFile | undefined
}

/** What a file's tests or, at the end, its servers said. */
export interface FromGroup {
  said: string
}

// Mocha requires test files. An import here would make other copies of the modules that they share.
const require = createRequire(import.meta.url)
const { testHooks, endRun } = require('./hooks.ts') as typeof Hooks
const { default: reporter } = require('./results-reporter.ts') as typeof Reporter
const { stopStack } = require('./stack.ts') as typeof SharedStack

const { timeout, slow } = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as Mocha.MochaOptions
// A test that is left out must not be left out of a whole run unseen.
const options = { timeout, slow, reporter, forbidOnly: true, forbidPending: true } as Mocha.MochaOptions
const RESULTS = process.env['TEST_RESULTS'] ?? ''

let said: string[] = []
Object.assign(Mocha.reporters.Base, { consoleLog: (...parts: unknown[]) => void said.push(format(...parts)) })
// Between two files, no run of mocha would take it, and this process would break off.
process.on('unhandledRejection', (reason) => void said.push(format('Nothing handles a rejection:', reason)))

process.on('message', ({ next }: ToGroup) => void (next ? run(next) : end()))
tell()

async function run({ file, isOnStack }: QueuedFile): Promise<void> {
  try {
    if (!isOnStack) await stopStack()
    const mocha = new Mocha(options)
    mocha.rootHooks(testHooks)
    mocha.addFile(file)
    await mocha.loadFilesAsync()
    await new Promise<void>((resolve) => void mocha.run(() => resolve()))
    // Otherwise the listeners of every file stay.
    mocha.dispose()
  } catch (error) {
    fail(file, error)
  }
  tell()
}

async function end(): Promise<void> {
  try {
    await endRun()
    writeFileSync(RESULTS, JSON.stringify(resultsOfFailure()))
  } catch (error) {
    fail('The end of a group', error)
  }
  tell()
  // What a test leaves holds this process still.
  process.disconnect()
}

function fail(what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeFileSync(RESULTS, JSON.stringify(resultsOfFailure(`${what}: ${reason}`)))
}

function tell(): void {
  process.send?.({ said: said.map((line) => `${line}\n`).join('') } satisfies FromGroup)
  said = []
}
