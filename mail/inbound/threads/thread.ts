import { threadTask } from '../../../runtime/threads/thread-task.js'
import type { InboundMessage, MailReport } from '../inbound-message.js'
import { readInboundMessage } from '../read-inbound-message.js'
import { readReport } from '../read-report.js'

/** A received mail, and the forms in which the caller wants it. */
export interface ReadingTask {
  raw: Uint8Array
  asMessage: boolean
  asReport: boolean
}

/**
 * A received mail as a message and as a report. Each is null where the caller did not ask for it; `report` is also null
 * for a mail that is not a report.
 */
export interface Reading {
  message: InboundMessage | null
  report: MailReport | null
}

export default threadTask(async ({ raw, asMessage, asReport }: ReadingTask): Promise<Reading> => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  return {
    message: asMessage ? withCopiedFiles(await readInboundMessage(bytes)) : null,
    report: asReport ? await readReport(bytes) : null,
  }
})

// Posting a view to another thread copies the whole buffer behind it, here the whole mail.
function withCopiedFiles(message: InboundMessage): InboundMessage {
  return { ...message, files: message.files.map((file) => ({ ...file, content: new Uint8Array(file.content) })) }
}
