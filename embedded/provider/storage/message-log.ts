import { rename, rm, stat } from 'node:fs/promises'
import { AppendFile } from './append-file.js'
import { readLines } from './lines.js'
import type { MessageEntry, PendingNotifications } from './entries.js'

/**
 * The log is JSON lines that only grow:
 *   {"segment":n}                        messages before are deleted; raw bytes lie in segment n from here on
 *   {"message":{…}}                      a message and where its raw bytes lie
 *   {"notify":"<id>","mail":{…}}         the same message's events are to be published
 *   {"published":"<id>","count":n}       the first n of them are settled; "done" when they all are
 */
interface LogState {
  segment: number
  messages: Map<string, MessageEntry>
  pending: Map<string, PendingNotifications>
}

/** How many lines are copied before they are waited for. */
const BATCH = 1_000

const NOTIFY = Buffer.from('{"notify":"')

export const messageLine = (entry: MessageEntry): string => `${JSON.stringify({ message: entry })}\n`
export const segmentLine = (segment: number): string => `{"segment":${segment}}\n`
export const notifyLine = (id: string, mail: unknown): string => `{"notify":"${id}","mail":${JSON.stringify(mail)}}\n`
export const publishedLine = (id: string, count: number, isDone: boolean): string =>
  `{"published":"${id}","count":${count}${isDone ? ',"done":true' : ''}}\n`

/** One line as it is read back: one of the forms above, other than notify. */
interface LogLine {
  segment?: number
  message?: MessageEntry
  published?: string
  count?: number
  done?: boolean
}

/** Reads the log back. An unreadable line is passed over: it can only be what a crash left. */
async function replay(path: string): Promise<LogState> {
  const state: LogState = { segment: 1, messages: new Map(), pending: new Map() }
  for await (const { offset, bytes } of readLines(path)) {
    if (bytes.subarray(0, NOTIFY.length).equals(NOTIFY)) {
      // The mail in it is read when its turn comes, so that a long backlog costs little memory.
      const id = bytes.toString('latin1', NOTIFY.length, bytes.indexOf(34, NOTIFY.length))
      state.pending.set(id, { id, next: 0, attempts: 0, offset, lengthBytes: bytes.length, mail: null })
      continue
    }
    apply(state, parseLine(bytes))
  }
  return state
}

function parseLine(bytes: Buffer): LogLine {
  try {
    const line: LogLine = JSON.parse(bytes.toString())
    return line
  } catch {
    return {}
  }
}

function apply(state: LogState, { segment, message, published, count = 0, done }: LogLine): void {
  if (message) state.messages.set(message.id, message)
  if (segment !== undefined) {
    state.segment = segment
    state.messages.clear()
  }
  if (published === undefined) return
  const pending = state.pending.get(published)
  if (pending) pending.next = count
  if (done) state.pending.delete(published)
}

/**
 * Opens the log at a start: reads it back, drops messages whose raw bytes never reached the disk, and
 * rewrites it without what is settled. The new file takes the old one's name only when it is whole.
 */
export async function openLog(
  path: string,
  rawPath: (segment: number) => string,
): Promise<{ log: AppendFile; segment: number; messages: MessageEntry[]; pending: PendingNotifications[] }> {
  const state: LogState =
    (await sizeOf(path)) > 0 ? await replay(path) : { segment: 1, messages: new Map(), pending: new Map() }
  const rawBytes = await sizeOf(rawPath(state.segment))
  for (const entry of state.messages.values()) {
    if (entry.offset + entry.sizeBytes <= rawBytes) continue
    state.messages.delete(entry.id)
    state.pending.delete(entry.id)
  }
  const log = await rewrite(path, state)
  return { log, segment: state.segment, messages: [...state.messages.values()], pending: [...state.pending.values()] }
}

async function rewrite(path: string, { segment, messages, pending }: LogState): Promise<AppendFile> {
  const fresh = `${path}.new`
  await rm(fresh, { force: true })
  const log = await AppendFile.open(fresh)
  log.append(Buffer.from(segmentLine(segment)))
  const entries = [...messages.values()]
  for (let i = 0; i < entries.length; i += BATCH) {
    log.append(
      Buffer.from(
        entries
          .slice(i, i + BATCH)
          .map(messageLine)
          .join(''),
      ),
    )
    await log.flushed()
  }
  if (pending.size > 0) await copyPending(path, log, pending)
  await log.flushed()
  await rename(fresh, path)
  return log
}

async function copyPending(path: string, log: AppendFile, pending: LogState['pending']): Promise<void> {
  const byOffset = new Map([...pending.values()].map((each) => [each.offset, each]))
  let copied = 0
  for await (const { offset, bytes } of readLines(path)) {
    const each = byOffset.get(offset)
    if (!each) continue
    const progress = each.next > 0 ? publishedLine(each.id, each.next, false) : ''
    each.offset = log.append(Buffer.concat([bytes, Buffer.from(`\n${progress}`)]))
    copied += 1
    if (copied % BATCH === 0) await log.flushed()
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
