import { createHmac, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { beginning, isAlive } from '../../runtime/process-identity.js'

/** Names the files of a spool by whose they are. */
export interface SpoolNames {
  /** A new name for a file of this process. */
  ours(): string
  /** A new name for a file that is nobody's and that the next gateway takes. */
  nobodys(): string
  /** Whether a file, last written to at `modifiedMs`, waits for a gateway to take it. */
  isLeft(name: string, modifiedMs: number): boolean
}

// A process of another host cannot be asked after, but while it lives it touches its files every minute.
const OTHER_HOST_MS = 10 * 60_000

/**
 * Names for the gateways of one installation, which have `encryptionKey` in common: a click means nothing to another
 * one that happens to use the same folder. A process is named by its host, id and beginning, because ids are used
 * again: in a container it is 1 each time.
 */
export function createSpoolNames(encryptionKey: string): SpoolNames {
  const installation = createHmac('sha256', encryptionKey).update('posthorn spool').digest('hex').slice(0, 16)
  const host = plain(hostname())
  const us = [host, String(process.pid), plain(beginning(process.pid))]
  const name = (owner: string[]): string => [installation, ...owner, randomBytes(8).toString('hex'), 'jsonl'].join('.')
  return {
    ours: () => name(us),
    nobodys: () => name([]),
    isLeft(name, modifiedMs) {
      const [from, ...owner] = name.split('.').slice(0, -2)
      if (from !== installation || !name.endsWith('.jsonl')) return false
      if (owner.length === 0) return true
      if (owner[0] !== host) return modifiedMs < Date.now() - OTHER_HOST_MS
      return !isRunning(owner)
    },
  }
}

function isRunning([, pid, began]: string[]): boolean {
  return isAlive(Number(pid)) && plain(beginning(Number(pid))) === began
}

function plain(text: string): string {
  return text.replace(/[^\w-]/g, '_')
}
