import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOM_BYTES = 3 * 2 ** 30

/**
 * Makes a folder for the data of servers: on the memory file system where it has room for a journal, an oplog and the
 * data, because every acknowledged write is synced; else among the temporary files.
 */
export function makeDataDir(prefix: string): string {
  return mkdtempSync(join(fastFolder(), prefix))
}

function fastFolder(): string {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > ROOM_BYTES ? inMemory : tmpdir()
}
