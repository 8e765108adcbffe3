import { lstatSync, mkdirSync, readdirSync, renameSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import { hasCode } from '../../runtime/has-code.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { Segment } from './spool-file.js'
import { createSpoolNames, type SpoolNames } from './spool-names.js'

export interface SpoolOptions {
  folder: string
  /** Tells the files of this installation from those of others. */
  encryptionKey: string
  log: Logger
  /** How much may wait in files. */
  maxBytes?: number
  /** A file of this size takes no more. It is read back as a whole: some hundred or thousand facts. */
  segmentBytes?: number
}

/** Facts that came from a file into memory; none when it could not be read. */
export interface FactsReadBack {
  facts: EngagementFact[]
  segment: Segment
}

const MEGABYTE = 1024 * 1024
const REST_MS = 5_000

/**
 * Keeps opens and clicks in files of this process, from before they are answered until they are recorded. What is
 * appended is in the system's hands and survives the end of the process, however it comes. It is not forced onto the
 * disk: when the whole machine fails, the last seconds may be lost.
 */
export class Spool {
  readonly #folder: string
  readonly #names: SpoolNames
  readonly #log: Logger
  readonly #maxBytes: number
  readonly #segmentBytes: number
  readonly #segments = new Set<Segment>()
  #current: Segment | null = null
  #isFailing = false
  #restUntilMs = 0

  constructor({ folder, encryptionKey, log, maxBytes, segmentBytes }: SpoolOptions) {
    this.#folder = folder
    this.#names = createSpoolNames(encryptionKey)
    this.#log = log
    this.#maxBytes = maxBytes ?? 256 * MEGABYTE
    this.#segmentBytes = segmentBytes ?? MEGABYTE
  }

  /** Whether there are facts in files that are not in memory. */
  get hasUnread(): boolean {
    return this.#unread() !== undefined
  }

  /** Writes down a fact that is in memory too. Null when it cannot be: that is logged once, and holds nobody up. */
  append(fact: EngagementFact): Segment | null {
    if (Date.now() < this.#restUntilMs) return null
    try {
      const segment = this.#writable()
      segment.append(fact)
      this.#isFailing = false
      return segment
    } catch (error) {
      this.#seal()
      this.#restUntilMs = Date.now() + REST_MS
      if (!this.#isFailing) this.#log.error({ error: loggableError(error) }, 'opens and clicks wait in memory only')
      this.#isFailing = true
      return null
    }
  }

  /**
   * Takes the files over that gateways of this installation left when they ended. To be called every minute, because
   * it is also how those on other hosts learn that this one lives.
   */
  takeOver(): void {
    const taken = this.#list().filter((name) => this.#take(name))
    if (taken.length > 0) this.#log.info({ files: taken.length }, 'opens and clicks of an ended gateway are taken over')
    for (const segment of this.#segments) segment.touch()
  }

  /** Reads a file with facts that are not in memory; others of its facts may be recorded already. Null without one. */
  async readBack(): Promise<FactsReadBack | null> {
    const segment = this.#unread()
    if (!segment) return null
    if (segment === this.#current) this.#seal()
    try {
      const { facts, broken } = await segment.read()
      if (broken > 0) this.#log.warn({ broken }, 'broken lines of opens and clicks are left out')
      return { facts, segment }
    } catch (error) {
      this.#segments.delete(segment)
      // A gateway of another host may have taken it.
      if (!hasCode(error, 'ENOENT')) {
        this.#log.error({ error: loggableError(error) }, 'a file of opens and clicks cannot be read')
      }
      return { facts: [], segment }
    }
  }

  /** Leaves what is not recorded to the next gateway; answers how many files that are. */
  close(): number {
    this.#seal()
    for (const segment of this.#segments) segment.rename(join(this.#folder, this.#names.nobodys()))
    return this.#segments.size
  }

  #writable(): Segment {
    const waitingBytes = [...this.#segments].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    if (waitingBytes >= this.#maxBytes) throw new Error(`${waitingBytes} bytes wait to be recorded, and no more may`)
    if (this.#current && this.#current.sizeBytes >= this.#segmentBytes) this.#seal()
    this.#current ??= this.#begin()
    return this.#current
  }

  #begin(): Segment {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const segment = Segment.begin(join(this.#folder, this.#names.ours()), this.#onRemoved)
    this.#segments.add(segment)
    return segment
  }

  #seal(): void {
    const segment = this.#current
    this.#current = null
    segment?.seal()
  }

  readonly #onRemoved = (segment: Segment): void => {
    this.#segments.delete(segment)
    if (this.#current === segment) this.#current = null
  }

  #unread(): Segment | undefined {
    return [...this.#segments].find(({ isUnread }) => isUnread)
  }

  #list(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch {
      // There is no folder before the first fact.
      return []
    }
  }

  /** Of those who find a file at once, one renames it. */
  #take(name: string): boolean {
    const [from, to] = [join(this.#folder, name), join(this.#folder, this.#names.ours())]
    try {
      const found = lstatSync(from)
      if (!isOurs(found) || !this.#names.isLeft(name, found.mtimeMs)) return false
      renameSync(from, to)
      this.#segments.add(Segment.found(to, found.size, this.#onRemoved))
      return true
    } catch {
      return false
    }
  }
}

/** Whoever shares a temporary folder with us may put anything there, and has no say in our clicks. */
function isOurs(found: Stats): boolean {
  return found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
}
