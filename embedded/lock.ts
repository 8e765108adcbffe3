import { linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '../runtime/has-code.js'
import { beginning, isAlive } from '../runtime/process-identity.js'
import { PARTS, type Part } from './parts.js'
import { StackError } from './stack-error.js'
import { readStackFile, type StackInfo } from './stack-file.js'
import { readStored, writeStored } from '../runtime/stored-json.js'

const Holder = z.object({
  pid: z.number().int(),
  beginning: z.string(),
  children: z.partialRecord(z.enum(PARTS), z.number().int()),
})
type Holder = z.output<typeof Holder>

/** The right to run a stack on one data folder, and the record of the processes started under it. */
export interface DataLock {
  /** The processes that a killed supervisor may have left running. */
  orphans: Partial<Record<Part, number>>
  /** Records a child's process id, so that a later start can find it; null removes it. */
  record(part: Part, pid: number | null): void
  release(): void
}

/** Takes the data folder. Throws StackError naming the process that has it when a stack runs on it already. */
export function acquireLock(dataDir: string): DataLock {
  const file = join(dataDir, 'supervisor.json')
  const holder: Holder = { pid: process.pid, beginning: beginning(process.pid), children: {} }
  const orphans = take(file, holder, dataDir)
  return {
    orphans,
    record(part, pid) {
      if (pid === null) delete holder.children[part]
      else holder.children[part] = pid
      writeStored(file, holder)
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** The process id of the stack that runs on the data folder now, or null. */
export function findRunning(dataDir: string): number | null {
  const holder = readStored(join(dataDir, 'supervisor.json'), Holder)
  return holder && isRunning(holder) ? holder.pid : null
}

/** The stack that runs on the data folder. Throws StackError when none does. */
export function requireRunning(dataDir: string): StackInfo {
  const info = findRunning(dataDir) === null ? null : readStackFile(dataDir)
  if (!info) throw new StackError(`Posthorn is not running on ${dataDir}. Run npm start, or set POSTHORN_DATA_DIR.`)
  return info
}

function take(file: string, mine: Holder, dataDir: string): Holder['children'] {
  const draft = `${file}.${mine.pid}`
  writeStored(draft, mine)
  let orphans: Holder['children'] = {}
  try {
    while (!link(draft, file)) {
      const holder = readStored(file, Holder)
      if (holder && isRunning(holder)) throw new StackError(describeRunning(holder, dataDir))
      if (holder) orphans = { ...orphans, ...holder.children }
      setAside(file, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return orphans
}

/** A hard link appears whole or not at all, and fails when the name exists: only one process gets the lock. */
function link(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Moves a dead start's lock out of the way. Two starts may find the same dead lock: the slower one may move the lock
 * that the faster one has taken since, and puts it back.
 */
function setAside(file: string, dead: Holder | null): void {
  const aside = `${file}.${process.pid}.dead`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readStored(aside, Holder)
  if (moved && (moved.pid !== dead?.pid || moved.beginning !== dead.beginning)) link(aside, file)
  rmSync(aside, { force: true })
}

function isRunning(holder: Holder): boolean {
  return isAlive(holder.pid) && beginning(holder.pid) === holder.beginning
}

function describeRunning(holder: Holder, dataDir: string): string {
  const info = readStackFile(dataDir)
  const addresses = info
    ? `  gateway      ${info.gateway}\n  inbox        ${info.inbox}\n  Temporal UI  ${info.temporalUi}`
    : '  It is still starting.'
  return [
    `Posthorn is already running on ${dataDir} (process ${holder.pid}):`,
    addresses,
    'Stop it first (Ctrl-C in its terminal), or set POSTHORN_DATA_DIR to another folder to run a second one.',
  ].join('\n')
}
