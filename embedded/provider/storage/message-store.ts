import { createReadStream, fstatSync, ftruncateSync, readSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { parseHeaderBlock } from '../mail/header-block.js'
import { describeSentMail, type SendOptions, type SentMail } from '../mail/sent-mail.js'
import { MessageIndex, type MessageSummary } from './message-index.js'

/** The files of an earlier format, which is not read any more. */
const OUTDATED = /^messages(-\d+\.raw|\.jsonl(\.new)?)$/

/** A message to store. With `send`, its events are published too. */
export interface NewMessage extends Omit<MessageSummary, 'sizeBytes'> {
  raw: Buffer
  send: SendOptions | null
}

/** The events of one message that are still to be published: those from number `next` on. */
export interface PendingNotifications {
  message: MessageSummary
  offset: number
  send: SendOptions
  next: number
  attempts: number
}

/** A line of the index file: a message, the progress of one message's events, or the deletion of all before it. */
type IndexLine =
  | { message: MessageSummary; offset: number; send: SendOptions | null }
  | { published: string; next: number; isLast: boolean }
  | { deleted: true }

/**
 * Stores the bytes of all messages in one file, one after the other. An index file of JSON lines holds their positions
 * and summaries and the progress of their notifications. Both files grow until neither a message nor an event in them
 * is left, and are emptied then. The writes are synchronous: a write into the page cache takes less time than handing
 * it to another thread.
 */
export class MessageStore {
  readonly index = new MessageIndex()
  /** The backlog of notifications by message id, those of deleted messages included. */
  readonly pending = new Map<string, PendingNotifications>()
  private readonly bytesFile: FileHandle
  private readonly indexFile: FileHandle

  private constructor(bytesFile: FileHandle, indexFile: FileHandle) {
    this.bytesFile = bytesFile
    this.indexFile = indexFile
  }

  static async open(dataDir: string): Promise<MessageStore> {
    await mkdir(dataDir, { recursive: true })
    for (const name of await readdir(dataDir)) if (OUTDATED.test(name)) await rm(join(dataDir, name))
    const indexPath = join(dataDir, 'inbox.jsonl')
    const bytesFile = await open(join(dataDir, 'inbox.raw'), 'a+')
    const store = new MessageStore(bytesFile, await open(indexPath, 'a'))
    const { size } = await bytesFile.stat()
    for await (const line of readIndex(indexPath)) {
      if (!('message' in line) || line.offset + line.message.sizeBytes <= size) store.apply(line)
    }
    store.truncateWhenEmpty()
    return store
  }

  /** Writes the message to disk. Returns its notifications when they are to be published. */
  add({ raw, send, ...fields }: NewMessage): PendingNotifications | undefined {
    // The bytes come before the line, so that a line in the index means that the whole message is in the file.
    const offset = fstatSync(this.bytesFile.fd).size
    writeFileSync(this.bytesFile.fd, raw)
    this.record({ message: { ...fields, sizeBytes: raw.length }, offset, send })
    return this.pending.get(fields.id)
  }

  /** The message as it was sent, or null when there is none of that id. */
  readRaw(id: string): { summary: MessageSummary; raw: Buffer } | null {
    const found = this.index.get(id)
    return found ? { summary: found.summary, raw: this.readBytes(found.offset, found.summary.sizeBytes) } : null
  }

  /** The description of a message that its events carry. */
  readMail({ message, offset, send }: PendingNotifications): SentMail {
    const headers = parseHeaderBlock(this.readBytes(offset, message.sizeBytes))
    return describeSentMail({ ...message, ...send, headers })
  }

  /** Records that the event at `pending.next` is published, and moves on to the following one. */
  recordPublished(pending: PendingNotifications, isLast: boolean): void {
    pending.attempts = 0
    this.record({ published: pending.message.id, next: pending.next + 1, isLast })
    if (isLast) this.truncateWhenEmpty()
  }

  /** Deletes every message. Their events that are still pending are published all the same. */
  clear(): void {
    this.record({ deleted: true })
    this.truncateWhenEmpty()
  }

  async close(): Promise<void> {
    await Promise.all([this.bytesFile.close(), this.indexFile.close()])
  }

  private record(line: IndexLine): void {
    const text = JSON.stringify(line)
    // The line feed comes first, so that the line after a torn one is separate.
    writeFileSync(this.indexFile.fd, `\n${text}`)
    // A string cut out of a header block keeps the whole block in memory. The parser makes new strings.
    this.apply(JSON.parse(text) as IndexLine)
  }

  private apply(line: IndexLine): void {
    if ('message' in line) {
      const { message, offset, send } = line
      this.index.add(message, offset)
      if (send) this.pending.set(message.id, { message, offset, send, next: 0, attempts: 0 })
    } else if ('published' in line) {
      const pending = this.pending.get(line.published)
      if (pending) pending.next = line.next
      if (line.isLast) this.pending.delete(line.published)
    } else this.index.clear()
  }

  private truncateWhenEmpty(): void {
    if (this.index.size > 0 || this.pending.size > 0) return
    // The index goes first, so that after a kill between the two no line points past the end of the bytes.
    ftruncateSync(this.indexFile.fd)
    ftruncateSync(this.bytesFile.fd)
  }

  private readBytes(offset: number, sizeBytes: number): Buffer {
    const bytes = Buffer.alloc(sizeBytes)
    readSync(this.bytesFile.fd, bytes, 0, sizeBytes, offset)
    return bytes
  }
}

/** The lines of the index. A crash or a full disk leaves a torn one, which is no JSON and is passed over. */
async function* readIndex(path: string): AsyncGenerator<IndexLine> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines.flatMap(parseLine)
  }
  yield* parseLine(rest)
}

function parseLine(text: string): IndexLine[] {
  try {
    return [JSON.parse(text) as IndexLine]
  } catch {
    return []
  }
}
