import { ExportPart } from '../../../models/export-part.js'
import type { JobRef } from '../../base/jobs/advance-job.js'
import { readParts } from '../../base/jobs/file-parts.js'

/**
 * The bytes of an export, part by part; each part is read when the one before was taken. Throws at the end when the
 * file has another size, so that a client never takes a file with a hole for a whole one.
 */
export async function* readExportFile(ref: JobRef, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let readBytes = 0
  for await (const bytes of readParts(ExportPart, ref)) {
    readBytes += bytes.length
    yield bytes
  }
  if (readBytes !== sizeBytes) throw new Error(`The file of export ${ref.jobId} has ${readBytes} of ${sizeBytes} bytes`)
}

/** Deletes the file of an export. */
export async function dropExportFile({ projectId, jobId }: JobRef): Promise<void> {
  await ExportPart.deleteMany({ projectId, jobId })
}
