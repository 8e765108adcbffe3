import { mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { SentMail } from '../mail/sent-mail.js'
import { AppendFile } from './append-file.js'
import type { MessageEntry, MessageSummary, PendingNotifications } from './entries.js'
import { messageLine, notifyLine, openLog, publishedLine, segmentLine } from './message-log.js'
import { MessageIndex } from './message-index.js'

const SEGMENT = /^messages-(\d+)\.raw$/
const MAIL_MEMORY_BYTES = 8 << 20

/** A message to keep. With `mail`, its events are to be published too. */
export interface NewMessage {
  id: string
  receivedAt: string
  from: string
  to: string[]
  subject: string
  raw: Buffer
  mail: SentMail | null
}

/**
 * Keeps messages and what is still to be published about them, in two files that only grow: the raw bytes
 * and the log. Memory holds the index alone.
 */
export class MessageStore {
  readonly index: MessageIndex
  /** What an earlier run left unpublished. */
  readonly leftOver: PendingNotifications[]
  private readonly dataDir: string
  private readonly log: AppendFile
  private raw: AppendFile
  private segment: number
  private clearing: Promise<unknown> = Promise.resolve()
  private mailMemoryBytes = 0

  private constructor(dataDir: string, opened: Awaited<ReturnType<typeof openLog>>, raw: AppendFile) {
    this.dataDir = dataDir
    this.index = new MessageIndex(opened.messages)
    this.leftOver = opened.pending
    this.log = opened.log
    this.segment = opened.segment
    this.raw = raw
  }

  static async open(dataDir: string): Promise<MessageStore> {
    await mkdir(dataDir, { recursive: true })
    const opened = await openLog(join(dataDir, 'messages.jsonl'), (segment) => segmentPath(dataDir, segment))
    for (const name of await readdir(dataDir)) {
      const segment = SEGMENT.exec(name)?.[1]
      if (segment && Number(segment) !== opened.segment) await unlink(join(dataDir, name))
    }
    return new MessageStore(dataDir, opened, await AppendFile.open(segmentPath(dataDir, opened.segment)))
  }

  /** Resolves when the message is on disk; with what is to be published about it, if anything is. */
  async add({ raw, mail, ...message }: NewMessage): Promise<PendingNotifications | null> {
    const rawFile = this.raw
    const entry: MessageEntry = { ...message, sizeBytes: raw.length, offset: rawFile.append(raw) }
    const line = messageLine(entry)
    this.log.append(Buffer.from(line))
    const pending = mail ? this.addNotifications(entry.id, mail) : null
    // Strings cut out of a header block would keep the whole block in memory; parsed anew they stand alone.
    const alone: { message: MessageEntry } = JSON.parse(line)
    this.index.add(alone.message)
    await Promise.all([rawFile.flushed(), this.log.flushed()])
    return pending
  }

  /** The message as it was sent, or null when there is none of that id. */
  async readRaw(id: string): Promise<{ summary: MessageSummary; raw: Buffer } | null> {
    const found = this.index.find(id)
    if (!found) return null
    const raw = await this.raw.read(found.offset, found.summary.sizeBytes)
    return { summary: found.summary, raw }
  }

  async readMail(pending: PendingNotifications): Promise<SentMail> {
    if (pending.mail) return pending.mail
    const line = await this.log.read(pending.offset, pending.lengthBytes)
    const { mail }: { mail: SentMail } = JSON.parse(line.toString())
    return mail
  }

  /** Notes that the event at `pending.next` is settled, and moves on to the following one. */
  settleNext(pending: PendingNotifications, isDone: boolean): void {
    pending.next += 1
    pending.attempts = 0
    this.log.append(Buffer.from(publishedLine(pending.id, pending.next, isDone)))
    if (isDone && pending.mail) this.mailMemoryBytes -= pending.lengthBytes
  }

  /** Deletes every message. What is still to be published about them is published all the same. */
  async clear(): Promise<void> {
    const cleared = this.clearing.then(() => this.startSegment())
    this.clearing = cleared.catch(() => undefined)
    await cleared
  }

  async close(): Promise<void> {
    await this.clearing
    await Promise.all([this.raw.close(), this.log.close()])
  }

  private addNotifications(id: string, mail: SentMail): PendingNotifications {
    const line = Buffer.from(notifyLine(id, mail))
    const lengthBytes = line.length - 1
    const fitsInMemory = this.mailMemoryBytes + lengthBytes <= MAIL_MEMORY_BYTES
    if (fitsInMemory) this.mailMemoryBytes += lengthBytes
    return { id, next: 0, attempts: 0, offset: this.log.append(line), lengthBytes, mail: fitsInMemory ? mail : null }
  }

  private async startSegment(): Promise<void> {
    const [oldRaw, oldSegment] = [this.raw, this.segment]
    const raw = await AppendFile.open(segmentPath(this.dataDir, oldSegment + 1))
    this.raw = raw
    this.segment = oldSegment + 1
    this.index.clear()
    this.log.append(Buffer.from(segmentLine(this.segment)))
    await this.log.flushed()
    await oldRaw.close()
    await unlink(segmentPath(this.dataDir, oldSegment))
  }
}

function segmentPath(dataDir: string, segment: number): string {
  return join(dataDir, `messages-${segment}.raw`)
}
