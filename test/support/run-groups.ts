import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { onStopSignal } from '../../embedded/stop-signals.js'
import { queueOf, type QueuedFile } from './file-queue.js'
import type { FromGroup, ToGroup } from './group.js'
import { resultsIn, resultsOfFailure, type Results } from './results.js'

const LIMITS = {
  /** Longer than any file takes on a loaded machine, with a test that mocha ends by its own limit. */
  fileMs: 15 * 60_000,
  /** For the start of a group, and for the end of its servers. */
  endMs: 2 * 60_000,
  /** How long a group that is asked to stop may take. */
  graceMs: 10_000,
}

/** How a run goes on: what its groups are started with, and who hears of each end. */
export interface RunOptions {
  nodeFlags: string[]
  /** A folder for the files of the groups. */
  workDir: string
  env: (folder: string) => NodeJS.ProcessEnv
  limits?: Partial<typeof LIMITS>
  onResults: (results: Results, said: string) => void
}

/** Runs test files in groups side by side. A file that hangs or breaks its group off fails, and the others go on. */
export async function runInGroups(files: string[], count: number, options: RunOptions): Promise<void> {
  const queue = queueOf(files, count)
  const running = new Set<ChildProcess>()
  const stopped = new AbortController()
  // A signal may come to this process alone. Each group stops its servers before it ends.
  onStopSignal(() => {
    stopped.abort()
    for (const child of running) child.kill('SIGTERM')
  })
  const work = async (group: number): Promise<void> => {
    let isThrough = false
    while (!isThrough && !stopped.signal.aborted) isThrough = await runGroup(() => queue.next(group), running, options)
  }
  await Promise.all(Array.from({ length: count }, (_, group) => work(group)))
}

/** Runs files in one process until there are no more. False when the process ended by one of them. */
async function runGroup(
  next: () => QueuedFile | undefined,
  running: Set<ChildProcess>,
  { nodeFlags, workDir, env, limits, onResults }: RunOptions,
): Promise<boolean> {
  const { fileMs, endMs, graceMs } = { ...LIMITS, ...limits }
  const folder = mkdtempSync(join(workDir, 'group-'))
  const file = join(folder, 'results.json')
  const child = spawn(process.execPath, [...nodeFlags, 'test/support/group.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env(folder), TEST_RESULTS: file },
  })
  running.add(child)
  // Missing before the first file.
  let current: ToGroup | undefined
  let limit: NodeJS.Timeout | undefined
  let tooLong = ''
  const within = (ms: number): void => {
    clearTimeout(limit)
    limit = setTimeout(() => {
      tooLong = `, stopped because it took longer than ${ms / 1_000} s`
      child.kill('SIGTERM')
      limit = setTimeout(() => child.kill('SIGKILL'), graceMs)
    }, ms)
  }
  child.on('message', ({ said }: FromGroup) => {
    if (current !== undefined) onResults(resultsIn(file), said)
    if (current && !current.next) return
    current = { next: next() }
    within(current.next ? fileMs : endMs)
    child.send(current)
  })
  within(endMs)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(limit)
  running.delete(child)
  const last = current ? (current.next?.file ?? 'The end of a group') : 'The start of a group'
  const failure = `${last}: the process ended by ${signal ?? code}${tooLong}.`
  if (code !== 0) onResults(resultsOfFailure(failure), '')
  // One that does not even start would not start again.
  return !current?.next
}
