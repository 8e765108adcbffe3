import { lstatSync, mkdirSync, readdirSync, renameSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '../../runtime/has-code.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import type { NumberedHit } from './hit.js'
import { SpoolFile } from './spool-file.js'
import { createSpoolNames, type SpoolNames } from './spool-names.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** The folder of a spool and its limits. */
export interface SpoolOptions {
  folder: string
  /** The keys that distinguish the files of this installation from those of others. */
  encryptionKeys: EncryptionKeys
  log: Logger
  /** The limit on all files together. */
  maxBytes?: number
  /** A file of this size gets no more hits. A file is read back as a whole: some hundred or thousand hits. */
  maxFileBytes?: number
}

/** Hits that were read from a file into memory; none if the file is unreadable. */
export interface HitsReadBack {
  hits: NumberedHit[]
  file: SpoolFile
}

const MEGABYTE = 1024 * 1024
const BACKOFF_MS = 5_000

/**
 * Keeps opens and clicks in files of this process, from before the answer to the request until they are recorded. An
 * appended hit survives the end of the process, even a kill, because the operating system has it. The hit is not forced
 * onto the disk: if the machine fails, the last seconds may be lost.
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

  /** Whether files have hits that are not in memory. */
  get hasUnread(): boolean {
    return this.#unread() !== undefined
  }

  /**
   * Writes a hit that is in memory too. Null if writing fails, which is logged once and delays no answer, and for a
   * project that already has as much of the spool as is free for others.
   */
  append(hit: NumberedHit): SpoolFile | null {
    if (Date.now() < this.#retryAtMs || !this.#hasRoomFor(hit)) return null
    try {
      const file = this.#writable()
      file.append(hit)
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
   * Takes over the files of this installation's ended gateways. The caller repeats this every minute: it also touches
   * the files of this process, which shows the gateways of other hosts that it lives.
   */
  takeOver(): void {
    const names = this.#list().filter((name) => this.#take(name))
    if (names.length > 0) this.#log.info({ files: names.length }, 'opens and clicks of an ended gateway are taken over')
    this.#giveUp([...this.#files].filter((file) => !file.touch()))
  }

  /**
   * Reads a file with hits that are not in memory; some of its other hits may be recorded already. Null if there is no
   * such file.
   */
  async readBack(): Promise<HitsReadBack | null> {
    const file = this.#unread()
    if (!file) return null
    if (file === this.#current) this.#seal()
    try {
      const { hits, broken } = await file.read()
      if (broken > 0) this.#log.warn({ broken }, 'broken lines of opens and clicks are left out')
      return { hits, file }
    } catch (error) {
      this.#files.delete(file)
      // A gateway of another host may have taken over the file.
      if (!hasCode(error, 'ENOENT')) {
        this.#log.error({ error: loggableError(error) }, 'a file of opens and clicks cannot be read')
      }
      return { hits: [], file }
    }
  }

  /** Leaves the unrecorded hits to the next gateway; returns the number of their files. */
  close(): number {
    this.#seal()
    const unnamed = (): string => join(this.#folder, this.#names.ownerless())
    this.#giveUp([...this.#files].filter((file) => !file.rename(unnamed())))
    return this.#files.size
  }

  /**
   * Drops files that have vanished with their disk or folder. Their hits in memory are recorded, the others are lost.
   */
  #giveUp(vanished: SpoolFile[]): void {
    if (vanished.length === 0) return
    for (const file of vanished) this.#files.delete(file)
    // The next hit creates another file, and the folder if it has vanished too.
    if (this.#current && vanished.includes(this.#current)) this.#seal()
    this.#log.error({ files: vanished.length }, 'files of opens and clicks have vanished')
  }

  #hasRoomFor({ projectId }: NumberedHit): boolean {
    const bytesOfProject = [...this.#files].reduce((sum, file) => sum + file.bytesOf(projectId), 0)
    // The first hit of a project is always written, which shows whether there is room at all.
    return bytesOfProject === 0 || bytesOfProject < this.#maxBytes - this.#spooledBytes()
  }

  #spooledBytes(): number {
    return [...this.#files].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  #writable(): SpoolFile {
    const spooledBytes = this.#spooledBytes()
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
      // There is no folder before the first hit.
      return []
    }
  }

  /** Of several gateways that find an orphaned file, only one can rename it. */
  #take(name: string): boolean {
    const [from, to] = [join(this.#folder, name), join(this.#folder, this.#names.owned())]
    try {
      const found = lstatSync(from)
      if (!isFileOfThisUser(found) || !this.#names.isOrphan(name, found.mtimeMs)) return false
      renameSync(from, to)
      this.#files.add(SpoolFile.found(to, found.size, this.#onRemoved))
      return true
    } catch {
      return false
    }
  }
}

/** Other users of a shared temporary folder may put files there, which must not be read as clicks. */
function isFileOfThisUser(found: Stats): boolean {
  return found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
}
