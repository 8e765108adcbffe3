import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** How many logs of earlier starts are kept beside the current one, as `<name>.log.1` and so on. */
const KEPT_LOGS = 3

/** Makes room for a new log: the logs of earlier starts move up by one, and the oldest is removed. */
export function rotateLog(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file) || statSync(file).size === 0) return
  for (let age = KEPT_LOGS; age >= 1; age--) {
    const younger = age === 1 ? file : `${file}.${age - 1}`
    if (existsSync(younger)) renameSync(younger, `${file}.${age}`)
  }
}

/** The text of the log from `offset` (bytes) on, at most its last `limit` bytes. */
export function readLog(file: string, offset = 0, limit = 64 * 1024): string {
  if (!existsSync(file)) return ''
  const fd = openSync(file, 'r')
  try {
    const { size } = fstatSync(fd)
    const from = Math.max(offset, size - limit)
    const bytes = Buffer.alloc(Math.max(0, size - from))
    const read = readSync(fd, bytes, 0, bytes.length, from)
    return bytes.toString('utf8', 0, read)
  } finally {
    closeSync(fd)
  }
}

/** The last lines of a log, cut to a readable length and indented, for a message to a person. */
export function lastLines(text: string, count = 12): string {
  const lines = text.trimEnd().split('\n').slice(-count)
  return lines.map((line) => `    ${line.length > 300 ? `${line.slice(0, 300)}…` : line}`).join('\n')
}
