import { model, Schema, type ClientSession, type mongo } from 'mongoose'

/** A piece of the file of an import; a day after the job's end, at `expiresAt`, MongoDB removes it. */
export interface ImportChunkRecord {
  _id: string
  projectId: string
  jobId: string
  /** Which piece of the file this is, from 0. */
  position: number
  bytes: Buffer
  expiresAt: Date | null
}

/** How many bytes each piece but the last has. */
const CHUNK_BYTES = 256 * 1024
const KEPT_MS = 24 * 60 * 60 * 1000

const importChunkSchema = new Schema<ImportChunkRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    jobId: { type: String, required: true },
    position: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
    expiresAt: { type: Date, default: null },
  },
  { collection: 'import_chunks', strict: 'throw', minimize: false },
)
// A part of the file of POST /contacts/import, as its job reads it.
importChunkSchema.index({ projectId: 1, jobId: 1, position: 1 }, { unique: true })
importChunkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const ImportChunk = model('ImportChunk', importChunkSchema)

/** Whose file it is. */
interface FileOwner {
  projectId: string
  jobId: string
}

/** Stores the file of an import in pieces, in the transaction that stores its job. */
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

/** The bytes of a stored file from `fromBytes` on, at least `sizeBytes` of them unless the file ends before. */
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

/** Lets the file of a job that has ended expire, in the transaction that ends it. */
export async function expireImportFile(session: ClientSession, { projectId, jobId }: FileOwner): Promise<void> {
  await ImportChunk.updateMany(
    { projectId, jobId },
    { $set: { expiresAt: new Date(Date.now() + KEPT_MS) } },
    { session },
  )
}
