import { findRunning } from './lock.js'
import { StackError } from './stack-error.js'
import { readStackFile, type StackInfo } from './stack-file.js'

/** The stack that runs on a data folder. Throws StackError when none does. */
export function requireRunning(dataDir: string): StackInfo {
  const info = findRunning(dataDir) === null ? null : readStackFile(dataDir)
  if (!info) throw new StackError(`No stack runs on ${dataDir}. Start one with npm start, or set POSTHORN_DATA_DIR.`)
  return info
}
