import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteReservation } from '../memory/byte-budget.js'
import { ByteChunks } from '../memory/byte-chunks.js'

const KEPT_IN_MEMORY = 256 * 1024
const ORPHANED_AFTER_MS = 60_000

/** The memory and the disk space that a message may use. */
export interface MessageRoom {
  maxBytes: number
  memory: ByteReservation
  disk: ByteReservation
  /** A local folder. */
  folder: string
}

/**
 * A message that is being received: in memory up to 256 KB or until memory is full, and in a file beyond that. The file
 * has no name once it is open, so that the system removes it however the process ends.
 */
export class IncomingMessage {
  readonly #room: MessageRoom
  readonly #chunks = new ByteChunks()
  #inMemory = 0
  #file: FileHandle | null = null
  #bytes = 0

  constructor(room: MessageRoom) {
    this.#room = room
  }

  get sizeBytes(): number {
    return this.#bytes
  }

  get isTooLarge(): boolean {
    return this.#bytes > this.#room.maxBytes
  }

  /**
   * Adds bytes; those of a message that is too large are only counted. Throws NoRoomError, and the errors of the disk.
   */
  async add(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length
    if (this.isTooLarge) return this.discard()
    this.#chunks.add(chunk)
    this.#inMemory += chunk.length
    if (this.#inMemory > KEPT_IN_MEMORY || !this.#room.memory.tryToGrow(this.#inMemory)) await this.#spill()
  }

  /** Returns the whole message, of which this object then no longer keeps the part in memory. */
  async load(): Promise<Buffer> {
    const tail = this.#chunks.take()
    if (!this.#file) return tail
    const message = Buffer.allocUnsafe(this.#bytes)
    const inFile = this.#bytes - tail.length
    for (let at = 0; at < inFile;) {
      const { bytesRead } = await this.#file.read(message, at, inFile - at, at)
      if (bytesRead === 0) throw new Error('The file of a received message is shorter than the message')
      at += bytesRead
    }
    tail.copy(message, inFile)
    return message
  }

  /** Frees memory and disk; safe to repeat. */
  async discard(): Promise<void> {
    const file = this.#file
    this.#file = null
    this.#chunks.drop()
    this.#inMemory = 0
    this.#room.memory.release()
    await file?.close()
    this.#room.disk.release()
  }

  async #spill(): Promise<void> {
    this.#room.disk.growTo(this.#bytes)
    this.#file ??= await openNameless(this.#room.folder)
    await this.#file.appendFile(this.#chunks.take())
    this.#inMemory = 0
    this.#room.memory.release()
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Removes the files of processes that ended while their files still had names. */
export async function removeOrphanedFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > ORPHANED_AFTER_MS) await rm(path, { force: true })
  }
}
