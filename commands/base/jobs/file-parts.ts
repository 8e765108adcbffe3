import type { ClientSession, mongo } from 'mongoose'
import type { ExportPart } from '../../../models/export-part.js'
import type { FilePart } from '../../../models/file-part.js'
import type { ImportFaults } from '../../../models/import-faults.js'
import type { JobRef } from './advance-job.js'

/** The most bytes of a stored part. A client that loads the file occupies the memory of two of them. */
export const MAX_PART_BYTES = 262_144

// So many parts, 256 MB, no slice of a job writes.
const PARTS_OF_SLICE = 1_024

type Parts = typeof ExportPart | typeof ImportFaults
type PartCollection = mongo.Collection<FilePart>

/** Stores what one slice adds to the file of its job, in the transaction that advances the job. */
export async function storeParts(
  session: ClientSession,
  { collection }: Parts,
  { projectId, jobId, slice, bytes }: JobRef & { slice: number; bytes: Buffer },
): Promise<void> {
  const parts: FilePart[] = []
  for (let at = 0; at < bytes.length; at += MAX_PART_BYTES) {
    const position = slice * PARTS_OF_SLICE + parts.length
    const part = bytes.subarray(at, at + MAX_PART_BYTES)
    parts.push({ _id: `${jobId}:${position}`, projectId, jobId, position, bytes: part })
  }
  await (collection as unknown as PartCollection).insertMany(parts, { session })
}

/** The parts of the file of a job in their order. Each is read when the one before was taken. */
export async function* readParts({ collection }: Parts, { projectId, jobId }: JobRef): AsyncGenerator<Uint8Array> {
  for (let position = -1; ;) {
    const part = await (collection as unknown as PartCollection).findOne<{ position: number; bytes: mongo.Binary }>(
      { projectId, jobId, position: { $gt: position } },
      { sort: { position: 1 }, projection: { position: 1, bytes: 1 } },
    )
    if (!part) return
    ;({ position } = part)
    yield part.bytes.value()
  }
}
