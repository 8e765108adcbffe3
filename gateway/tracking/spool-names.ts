import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { beginning, isAlive } from '../../runtime/process-identity.js'
import { deriveKey } from '../../runtime/derived-key.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** Names the files of a spool by the process that owns them. */
export interface SpoolNames {
  /** A new name for a file of this process. */
  owned(): string
  /** A new name for a file without an owner, which the next gateway takes over. */
  ownerless(): string
  /**
   * Whether the owner of a file, last written to at `modifiedMs`, has ended, so that another gateway may take it over.
   */
  isOrphan(name: string, modifiedMs: number): boolean
}

// A process of another host cannot be checked, but it touches its files every minute while it lives.
const OTHER_HOST_MS = 10 * 60_000

/**
 * Names for the gateways of one installation, which share `encryptionKeys`: a click means nothing to another
 * installation that happens to use the same folder. A name holds the host, the id and the start time of its process,
 * because the system uses process ids again: in a container the id is 1 each time.
 */
export function createSpoolNames(encryptionKeys: EncryptionKeys): SpoolNames {
  // While a new key is rolled out, the first keys of the gateways differ.
  const installations = encryptionKeys.map(nameInstallation)
  const host = plain(hostname())
  const self = [host, String(process.pid), plain(beginning(process.pid))]
  const name = (owner: string[]): string =>
    [installations[0], ...owner, randomBytes(8).toString('hex'), 'jsonl'].join('.')
  return {
    owned: () => name(self),
    ownerless: () => name([]),
    isOrphan(name, modifiedMs) {
      const [from, ...owner] = name.split('.').slice(0, -2)
      if (!installations.includes(from ?? '') || !name.endsWith('.jsonl')) return false
      if (owner.length === 0) return true
      if (owner[0] !== host) return modifiedMs < Date.now() - OTHER_HOST_MS
      return !isRunning(owner)
    },
  }
}

function nameInstallation(key: string): string {
  return deriveKey(key, 'spool names').toString('hex').slice(0, 16)
}

function isRunning([, pid, began]: string[]): boolean {
  return isAlive(Number(pid)) && plain(beginning(Number(pid))) === began
}

function plain(text: string): string {
  return text.replace(/[^\w-]/g, '_')
}
