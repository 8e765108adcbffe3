import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { hasCode } from './has-code.js'

/** Reads a JSON file; null if there is none. Throws if the file has another shape. */
export function readStored<T extends z.ZodType>(file: string, shape: T): z.output<T> | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}

/**
 * Writes a JSON file. The file is renamed into place, so that readers never see half of it. It may hold keys, so that
 * only the owner may read it.
 */
export function writeStored(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
