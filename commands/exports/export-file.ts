import type { ClientSession, mongo } from 'mongoose'
import { ExportPart } from '../../models/export-part.js'
import type { JobRef } from '../jobs/advance-job.js'

/** Stores the bytes of one slice, in the transaction that advances its job. */
export async function storeExportPart(
  session: ClientSession,
  { projectId, jobId }: JobRef,
  { position, bytes }: { position: number; bytes: Buffer },
): Promise<void> {
  await ExportPart.create([{ _id: `${jobId}:${position}`, projectId, jobId, position, bytes }], { session })
}

/**
 * The bytes of an export, part by part; each part is read when the one before it was taken. Throws at the end when the
 * file has another size, so that a client never takes a file with a hole for a whole one.
 */
export async function* readExportFile({ projectId, jobId }: JobRef, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let readBytes = 0
  for (let position = -1; ;) {
    const next = { projectId, jobId, position: { $gt: position } }
    const part = await ExportPart.findOne(next, { position: 1, bytes: 1 })
      .sort({ position: 1 })
      .lean<{ position: number; bytes: mongo.Binary }>()
    if (!part) break
    const bytes = part.bytes.value()
    ;({ position } = part)
    readBytes += bytes.length
    yield bytes
  }
  if (readBytes !== sizeBytes) throw new Error(`The file of export ${jobId} has ${readBytes} of ${sizeBytes} bytes`)
}

/** Deletes the file of an export. */
export async function dropExportFile({ projectId, jobId }: JobRef): Promise<void> {
  await ExportPart.deleteMany({ projectId, jobId })
}
