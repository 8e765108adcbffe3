import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { hasCode } from '../runtime/has-code.js'

/** Reads a JSON file of the data folder, or null when there is none. Throws for one that is not as it should be. */
export function readStored<T extends z.ZodType>(file: string, shape: T): z.output<T> | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}

/** Writes JSON under a name that never holds half of it; the file may hold keys, so only its owner may read it. */
export function writeStored(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
