import { closeSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import { readLines, writeLine } from './spooled-fact.js'

/** One file of the spool. It is removed once everything in it is recorded or given up. */
export class Segment {
  sizeBytes: number
  #path: string
  #file: number | null
  #inMemory = 0
  #isUnread: boolean
  readonly #onRemoved: (segment: Segment) => void

  private constructor(path: string, file: number | null, sizeBytes: number, onRemoved: (segment: Segment) => void) {
    this.#path = path
    this.#file = file
    this.sizeBytes = sizeBytes
    this.#isUnread = file === null
    this.#onRemoved = onRemoved
  }

  /** Begins a file, which its owner alone may read, because it holds what links lead to. */
  static begin(path: string, onRemoved: (segment: Segment) => void): Segment {
    return new Segment(path, openSync(path, 'ax', 0o600), 0, onRemoved)
  }

  /** A file that another process left, none of which is in memory. */
  static found(path: string, sizeBytes: number, onRemoved: (segment: Segment) => void): Segment {
    return new Segment(path, null, sizeBytes, onRemoved)
  }

  /** Whether it holds facts that are to be read before they can be recorded. */
  get isUnread(): boolean {
    return this.#isUnread
  }

  /** Writes a fact down that is in memory too. Throws when not all of it could be written. */
  append(fact: EngagementFact): void {
    if (this.#file === null) throw new Error('A sealed file takes nothing more')
    const line = writeLine(fact)
    const written = writeSync(this.#file, line)
    this.sizeBytes += written
    if (written < line.length) throw new Error('The disk took a part of the line only')
    this.#inMemory += 1
  }

  /** One of its facts in memory is recorded or given up. */
  settle(): void {
    this.#inMemory -= 1
    this.#removeWhenDone()
  }

  /** One of its facts leaves memory unrecorded. */
  shelve(): void {
    this.#inMemory -= 1
    this.#isUnread = true
  }

  /** Takes all its facts into memory, among them such as are recorded already. Throws when it cannot be read. */
  async read(): Promise<{ facts: EngagementFact[]; broken: number }> {
    this.seal()
    const { facts, broken } = readLines(await readFile(this.#path, 'utf8'))
    this.#inMemory += facts.length
    this.#isUnread = false
    this.#removeWhenDone()
    return { facts, broken }
  }

  /** Takes nothing more in. */
  seal(): void {
    this.#close()
    this.#removeWhenDone()
  }

  /** Shows the gateways of other hosts that it is held. */
  touch(): void {
    const now = new Date()
    try {
      utimesSync(this.#path, now, now)
    } catch {
      // Whoever takes it therefore records it as well, which adds nothing.
    }
  }

  /** Gives it another name, if that can be done. */
  rename(path: string): void {
    try {
      renameSync(this.#path, path)
      this.#path = path
    } catch {
      // It still bears the name of a process that ends, by which it is found as well.
    }
  }

  #removeWhenDone(): void {
    if (this.#inMemory > 0 || this.#isUnread) return
    this.#close()
    try {
      rmSync(this.#path, { force: true })
    } catch {
      // A file that stays is read again one day, and holds no news then.
    }
    this.#onRemoved(this)
  }

  #close(): void {
    const file = this.#file
    this.#file = null
    try {
      if (file !== null) closeSync(file)
    } catch {
      // The system lets go of it all the same.
    }
  }
}
