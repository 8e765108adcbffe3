import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Folders that are made on demand and removed after the suite, behind all its other hooks: servers still write there.
 */
export function useFolders(): () => string {
  const made: string[] = []
  const remove = (): void => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
  }
  before(function () {
    this.test?.parent?.afterAll('folders are removed', remove)
  })
  return () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-test-')))
    made.push(folder)
    return folder
  }
}

/** The error that a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('expected a rejection')
}
