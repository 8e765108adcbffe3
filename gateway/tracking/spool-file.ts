import { closeSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hasCode } from '../../runtime/has-code.js'
import type { NumberedHit } from './hit.js'
import { readLines, writeLine } from './spooled-hit.js'

/** One file of the spool. The file is removed once all its hits are recorded or given up. */
export class SpoolFile {
  sizeBytes: number
  #path: string
  #descriptor: number | null
  #inMemory = 0
  #isUnread: boolean
  readonly #bytesByProject = new Map<string, number>()
  readonly #onRemoved: (file: SpoolFile) => void

  private constructor(
    path: string,
    descriptor: number | null,
    sizeBytes: number,
    onRemoved: (file: SpoolFile) => void,
  ) {
    this.#path = path
    this.#descriptor = descriptor
    this.sizeBytes = sizeBytes
    this.#isUnread = descriptor === null
    this.#onRemoved = onRemoved
  }

  /** Creates a file that its owner alone may read, because the links in it may hold personal data. */
  static create(path: string, onRemoved: (file: SpoolFile) => void): SpoolFile {
    return new SpoolFile(path, openSync(path, 'ax', 0o600), 0, onRemoved)
  }

  /** A file of an ended process, none of whose hits are in memory. */
  static found(path: string, sizeBytes: number, onRemoved: (file: SpoolFile) => void): SpoolFile {
    return new SpoolFile(path, null, sizeBytes, onRemoved)
  }

  /** Whether the file holds hits that have to be read before they can be recorded. */
  get isUnread(): boolean {
    return this.#isUnread
  }

  /** How many bytes this process wrote for a project. */
  bytesOf(projectId: string): number {
    return this.#bytesByProject.get(projectId) ?? 0
  }

  /** Writes a hit that is in memory too. Throws when not all of the line could be written. */
  append(hit: NumberedHit): void {
    if (this.#descriptor === null) throw new Error('A sealed file takes nothing more')
    const line = writeLine(hit)
    const written = writeSync(this.#descriptor, line)
    this.sizeBytes += written
    this.#bytesByProject.set(hit.projectId, this.bytesOf(hit.projectId) + written)
    if (written < line.length) throw new Error('The disk took a part of the line only')
    this.#inMemory += 1
  }

  /** Counts hits of the file in memory that are recorded or given up. */
  complete(count: number): void {
    this.#inMemory -= count
    this.#removeWhenDone()
  }

  /** Counts a hit of the file that leaves memory unrecorded. */
  evict(): void {
    this.#inMemory -= 1
    this.#isUnread = true
  }

  /** Reads all hits into memory, including recorded ones. Throws if the file is unreadable. */
  async read(): Promise<{ hits: NumberedHit[]; broken: number }> {
    this.seal()
    const { hits, broken } = readLines(await readFile(this.#path, 'utf8'))
    this.#inMemory += hits.length
    this.#isUnread = false
    this.#removeWhenDone()
    return { hits, broken }
  }

  /** Ends writing to the file. */
  seal(): void {
    this.#close()
    this.#removeWhenDone()
  }

  /** Shows the gateways of other hosts that a living process owns the file; false if the file has vanished. */
  touch(): boolean {
    const now = new Date()
    try {
      utimesSync(this.#path, now, now)
    } catch (error) {
      // Without a touch another gateway may take over the file and record its hits too, which changes nothing.
      return !hasCode(error, 'ENOENT')
    }
    return true
  }

  /** Renames the file if the file system allows it; false if the file has vanished. */
  rename(path: string): boolean {
    try {
      renameSync(this.#path, path)
      this.#path = path
    } catch (error) {
      // The file keeps the name of this process, whose end the next gateway detects.
      return !hasCode(error, 'ENOENT')
    }
    return true
  }

  #removeWhenDone(): void {
    if (this.#inMemory > 0 || this.#isUnread) return
    this.#close()
    try {
      rmSync(this.#path, { force: true })
    } catch {
      // A later gateway reads the file again and finds all its hits recorded.
    }
    this.#onRemoved(this)
  }

  #close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = null
    try {
      if (descriptor !== null) closeSync(descriptor)
    } catch {
      // The system releases the descriptor even when closing fails.
    }
  }
}
