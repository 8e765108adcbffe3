import type { ClientSession, mongo } from 'mongoose'
import { ImportChunk } from '../../models/import-chunk.js'

/** The size of every chunk except the last one. */
const CHUNK_BYTES = 256 * 1024
const RETENTION_MS = 24 * 60 * 60 * 1000

/** The job that a file belongs to. */
interface FileOwner {
  projectId: string
  jobId: string
}

/** Stores the file of an import in chunks, in the transaction that stores its job. */
export async function storeImportFile(
  session: ClientSession,
  { projectId, jobId }: FileOwner,
  content: Buffer,
): Promise<void> {
  const count = Math.ceil(content.length / CHUNK_BYTES)
  const chunks = Array.from({ length: count }, (_, position) => ({
    _id: `${jobId}:${position}`,
    projectId,
    jobId,
    position,
    bytes: content.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES),
  }))
  await ImportChunk.insertMany(chunks, { session })
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

/** Sets the file of an import to expire, in the transaction that ends its job. */
export async function expireImportFile(session: ClientSession, { projectId, jobId }: FileOwner): Promise<void> {
  await ImportChunk.updateMany(
    { projectId, jobId },
    { $set: { expiresAt: new Date(Date.now() + RETENTION_MS) } },
    { session },
  )
}
