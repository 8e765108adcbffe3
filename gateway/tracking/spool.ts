import { lstatSync, mkdirSync, readdirSync, renameSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import { hasCode } from '../../runtime/has-code.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { SpoolFile } from './spool-file.js'
import { createSpoolNames, type SpoolNames } from './spool-names.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** The folder of a spool and its limits. */
export interface SpoolOptions {
  folder: string
  /** Tells the files of this installation from those of others. */
  encryptionKeys: EncryptionKeys
  log: Logger
  /** The limit on all files together. */
  maxBytes?: number
  /** A file of this size takes no more. A file is read back as a whole: some hundred or thousand facts. */
  maxFileBytes?: number
}

/** Facts that were read from a file into memory; none when the file is unreadable. */
export interface FactsReadBack {
  facts: EngagementFact[]
  file: SpoolFile
}

const MEGABYTE = 1024 * 1024
const BACKOFF_MS = 5_000

/**
 * Keeps opens and clicks in files of this process, from before the request is answered until they are recorded. An
 * appended fact survives the end of the process, a kill included, because the operating system holds it. It is not
 * forced onto the disk: when the whole machine fails, the last seconds may be lost.
 */
export class Spool {
  readonly #folder: string
  readonly #names: SpoolNames
  readonly #log: Logger
  readonly #maxBytes: number
  readonly #maxFileBytes: number
  readonly #files = new Set<SpoolFile>()
  #current: SpoolFile | null = null
  #isFailing = false
  #retryAtMs = 0

  constructor({ folder, encryptionKeys, log, maxBytes, maxFileBytes }: SpoolOptions) {
    this.#folder = folder
    this.#names = createSpoolNames(encryptionKeys)
    this.#log = log
    this.#maxBytes = maxBytes ?? 256 * MEGABYTE
    this.#maxFileBytes = maxFileBytes ?? MEGABYTE
  }

  /** Whether there are facts in files that are not in memory. */
  get hasUnread(): boolean {
    return this.#unread() !== undefined
  }

  /** Writes a fact that is in memory too. Null when writing fails, which is logged once and delays no answer. */
  append(fact: EngagementFact): SpoolFile | null {
    if (Date.now() < this.#retryAtMs) return null
    try {
      const file = this.#writable()
      file.append(fact)
      this.#isFailing = false
      return file
    } catch (error) {
      this.#seal()
      this.#retryAtMs = Date.now() + BACKOFF_MS
      if (!this.#isFailing) this.#log.error({ error: loggableError(error) }, 'opens and clicks wait in memory only')
      this.#isFailing = true
      return null
    }
  }

  /**
   * Takes over the files of this installation's ended gateways. The caller repeats this every minute, because the touch
   * shows the gateways of other hosts that this one lives.
   */
  takeOver(): void {
    const taken = this.#list().filter((name) => this.#take(name))
    if (taken.length > 0) this.#log.info({ files: taken.length }, 'opens and clicks of an ended gateway are taken over')
    this.#giveUp([...this.#files].filter((file) => !file.touch()))
  }

  /**
   * Reads a file with facts that are not in memory; some of its other facts may be recorded already. Null when there is
   * no such file.
   */
  async readBack(): Promise<FactsReadBack | null> {
    const file = this.#unread()
    if (!file) return null
    if (file === this.#current) this.#seal()
    try {
      const { facts, broken } = await file.read()
      if (broken > 0) this.#log.warn({ broken }, 'broken lines of opens and clicks are left out')
      return { facts, file }
    } catch (error) {
      this.#files.delete(file)
      // A gateway of another host may have taken the file.
      if (!hasCode(error, 'ENOENT')) {
        this.#log.error({ error: loggableError(error) }, 'a file of opens and clicks cannot be read')
      }
      return { facts: [], file }
    }
  }

  /** Leaves the unrecorded facts to the next gateway; answers how many files hold them. */
  close(): number {
    this.#seal()
    const unnamed = (): string => join(this.#folder, this.#names.ownerless())
    this.#giveUp([...this.#files].filter((file) => !file.rename(unnamed())))
    return this.#files.size
  }

  /** Forgets files that have vanished with their disk or folder. The facts in memory are recorded; others are lost. */
  #giveUp(vanished: SpoolFile[]): void {
    if (vanished.length === 0) return
    for (const file of vanished) this.#files.delete(file)
    // The next fact makes another file, and the folder where that has vanished too.
    if (this.#current && vanished.includes(this.#current)) this.#seal()
    this.#log.error({ files: vanished.length }, 'files of opens and clicks have vanished')
  }

  #writable(): SpoolFile {
    const spooledBytes = [...this.#files].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    if (spooledBytes >= this.#maxBytes) throw new Error(`${spooledBytes} bytes wait to be recorded, and no more may`)
    if (this.#current && this.#current.sizeBytes >= this.#maxFileBytes) this.#seal()
    this.#current ??= this.#create()
    return this.#current
  }

  #create(): SpoolFile {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = SpoolFile.create(join(this.#folder, this.#names.owned()), this.#onRemoved)
    this.#files.add(file)
    return file
  }

  #seal(): void {
    const file = this.#current
    this.#current = null
    file?.seal()
  }

  readonly #onRemoved = (file: SpoolFile): void => {
    this.#files.delete(file)
    if (this.#current === file) this.#current = null
  }

  #unread(): SpoolFile | undefined {
    return [...this.#files].find(({ isUnread }) => isUnread)
  }

  #list(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch {
      // There is no folder before the first fact.
      return []
    }
  }

  /** Of several gateways that find an orphaned file, only one can rename it. */
  #take(name: string): boolean {
    const [from, to] = [join(this.#folder, name), join(this.#folder, this.#names.owned())]
    try {
      const found = lstatSync(from)
      if (!isOwnFile(found) || !this.#names.isOrphan(name, found.mtimeMs)) return false
      renameSync(from, to)
      this.#files.add(SpoolFile.found(to, found.size, this.#onRemoved))
      return true
    } catch {
      return false
    }
  }
}

/** Other users of a shared temporary folder may put files there, which must not be read as clicks. */
function isOwnFile(found: Stats): boolean {
  return found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
}
