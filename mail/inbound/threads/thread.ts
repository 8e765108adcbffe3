import { threadTask } from '../../../runtime/threads/thread-task.js'
import type { InboundMessage, MailReport } from '../inbound-message.js'
import { readInboundMessage } from '../read-inbound-message.js'
import { readReport } from '../read-report.js'

/** A received mail, and as what it is wanted. */
export interface ReadingTask {
  raw: Uint8Array
  asMessage: boolean
  asReport: boolean
}

/**
 * A received mail as a message and as a report; null where it is not wanted as that, and for a report also where it is
 * none.
 */
export interface Reading {
  message: InboundMessage | null
  report: MailReport | null
}

export default threadTask(async ({ raw, asMessage, asReport }: ReadingTask): Promise<Reading> => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  return {
    message: asMessage ? withOwnFiles(await readInboundMessage(bytes)) : null,
    report: asReport ? await readReport(bytes) : null,
  }
})

// A view is copied to the other thread with all that it is a view of: the whole mail.
function withOwnFiles(message: InboundMessage): InboundMessage {
  return { ...message, files: message.files.map((file) => ({ ...file, content: new Uint8Array(file.content) })) }
}
