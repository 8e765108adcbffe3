import type { ClientSession, mongo } from 'mongoose'
import { badHeader } from '../../../models/domain/import-columns.js'
import { ImportChunk } from '../../../models/import-chunk.js'
import { newId } from '../../../runtime/ids.js'
import { MAX_BEGINNING_BYTES } from './csv/find-header.js'
import { requireRoom } from '../../base/quotas/require-quota.js'
import { Utf8Check } from './utf8-check.js'

/** The size of every chunk except the last one. */
const CHUNK_BYTES = 256 * 1024
// No upload takes as long. MongoDB deletes the chunks of one that a crash broke off.
const UPLOAD_MS = 24 * 60 * 60 * 1000

// The quota is checked again after so many chunks, so that a file without room is refused before it has arrived.
const CHUNKS_A_CHECK = 32

// The bytes of files that are arriving in this process, by project. No job has them yet, so that no quota counts them.
const arriving = new Map<string, number>()

function countArriving(projectId: string, bytes: number): void {
  const counted = (arriving.get(projectId) ?? 0) + bytes
  if (counted > 0) arriving.set(projectId, counted)
  else arriving.delete(projectId)
}

/** The job that a file belongs to. */
interface FileOwner {
  projectId: string
  jobId: string
}

/** The file of a future import, which is stored in chunks while it arrives. */
export class ImportFile {
  readonly projectId: string
  /** The id of the job that will import the file. */
  readonly jobId = newId()
  sizeBytes = 0
  readonly #utf8 = new Utf8Check()
  readonly #first: Buffer[] = []
  #chunk: Buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  #filledBytes = 0
  #stored = 0
  #storing: Promise<unknown> = Promise.resolve()
  #isDropped = false
  #arrivingBytes = 0

  constructor(projectId: string) {
    this.projectId = projectId
  }

  /**
   * Adds bytes; resolves when there is room for more. Throws BAD_REQUEST on `file` for bytes that are not UTF-8, and
   * QUOTA_EXCEEDED when the files of the project use up its quota.
   */
  async write(bytes: Buffer): Promise<void> {
    if (!this.#utf8.add(bytes)) throw badHeader('The file is not encoded as UTF-8')
    this.sizeBytes += bytes.length
    for (let from = 0; from < bytes.length;) {
      const copiedBytes = bytes.copy(this.#chunk, this.#filledBytes, from)
      this.#filledBytes += copiedBytes
      from += copiedBytes
      if (this.#filledBytes === CHUNK_BYTES) await this.#store()
    }
  }

  /** The first bytes of the stored file, which hold its header. */
  get beginning(): Buffer {
    return Buffer.concat(this.#first).subarray(0, MAX_BEGINNING_BYTES)
  }

  /** Stores the last bytes. */
  async end(): Promise<void> {
    if (!this.#utf8.isWhole) throw badHeader('The file is not encoded as UTF-8')
    if (this.#filledBytes > 0) await this.#store()
  }

  /** Keeps the file for its job, in the transaction that stores the job. */
  async keep(session: ClientSession): Promise<void> {
    const { projectId, jobId } = this
    await ImportChunk.updateMany({ projectId, jobId }, { $set: { expiresAt: null } }, { session })
    this.#countArriving(0)
  }

  /** Removes the stored chunks, unless a job has the file. */
  async drop(): Promise<void> {
    this.#isDropped = true
    this.#countArriving(0)
    await this.#storing.catch(() => undefined)
    const { projectId, jobId } = this
    if (this.#stored > 0) await ImportChunk.deleteMany({ projectId, jobId, expiresAt: { $ne: null } })
  }

  async #store(): Promise<void> {
    if (this.#isDropped) return
    const bytes = this.#chunk.subarray(0, this.#filledBytes)
    this.#chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    this.#filledBytes = 0
    if (this.#first.length * CHUNK_BYTES < MAX_BEGINNING_BYTES) this.#first.push(bytes)
    const { projectId, jobId } = this
    const position = this.#stored
    this.#stored += 1
    this.#countArriving(this.sizeBytes)
    if (this.#stored % CHUNKS_A_CHECK === 0) await requireRoom(projectId, 'uploads', arriving.get(projectId) ?? 0)
    const expiresAt = new Date(Date.now() + UPLOAD_MS)
    const chunk = { _id: `${jobId}:${position}`, projectId, jobId, position, bytes, expiresAt }
    this.#storing = ImportChunk.create(chunk)
    await this.#storing
  }

  #countArriving(bytes: number): void {
    countArriving(this.projectId, bytes - this.#arrivingBytes)
    this.#arrivingBytes = bytes
  }
}

/** Reads a stored file from `fromBytes` on: at least `sizeBytes` bytes, unless the file ends before. */
export async function readImportFile(
  { projectId, jobId }: FileOwner,
  fromBytes: number,
  sizeBytes: number,
): Promise<Buffer> {
  const first = Math.floor(fromBytes / CHUNK_BYTES)
  const last = Math.floor((fromBytes + sizeBytes - 1) / CHUNK_BYTES)
  const chunks = await ImportChunk.find({ projectId, jobId, position: { $gte: first, $lte: last } }, { bytes: 1 })
    .sort({ position: 1 })
    .lean<{ bytes: mongo.Binary }[]>()
  const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes.value()))
  return bytes.subarray(fromBytes - first * CHUNK_BYTES)
}
