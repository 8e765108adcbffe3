import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '../../models/domain/errors.js'
import { ByteBudget } from '../memory/byte-budget.js'
import { OpenStream, type StreamSource } from './open-stream.js'
import type { StreamClient } from './stream-client.js'

/** The limits on the streams of a gateway. */
interface StreamLimits {
  /** The memory for all streams. */
  heldBytes: number
  /** A stream that is slower for twenty seconds is ended. */
  leastBytesASecond: number
  /** Streams are checked so often. */
  checkMs: number
}

const MB = 1_048_576
const LIMITS: StreamLimits = { heldBytes: 64 * MB, leastBytesASecond: 10_240, checkMs: 1_000 }

const RECENT_MS = 10_000
const SLOW_MS = 20_000
// So long, a new stream is not taken for one that a client does not read.
const BEGIN_MS = 2_000
const RETRY_SECONDS = 10

/** A stream to open. */
export interface StreamRequest extends StreamSource {
  /** At most so many streams of the same name are open in a project at a time; the next is refused. */
  mostOfProject?: { name: string; streams: number } | undefined
}

/**
 * The streams that a gateway sends to its clients. It limits the memory that clients occupy by reading slowly or not at
 * all. A client without room is served in place of a stream whose client takes little.
 */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #now: () => number
  readonly #budget: ByteBudget
  readonly #open = new Set<OpenStream>()
  readonly #counts = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(limits: Partial<StreamLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...LIMITS, ...limits }
    this.#now = now
    this.#budget = new ByteBudget(this.#limits.heldBytes)
  }

  /** The bytes that wait for clients, or are being read for them. */
  get heldBytes(): number {
    return this.#budget.heldBytes
  }

  /**
   * Opens a stream to a client, which holds its room until the answer is closed. Throws SERVICE_UNAVAILABLE if no other
   * stream can make room, RATE_LIMIT_EXCEEDED if too many of its name are open in the project, and the errors of
   * `read`.
   */
  async open(client: StreamClient, request: StreamRequest, res: ServerResponse): Promise<Readable> {
    const leave = this.#enter(client, request)
    const reservation = this.#budget.reserve(client.shares)
    const stream = new OpenStream(client, reservation, res, this.#now)
    const close = (): void => {
      leave()
      reservation.release()
      this.#open.delete(stream)
      if (this.#open.size === 0) this.#stopChecks()
    }
    try {
      const bytes = Math.min(request.size ?? Infinity, 2 * request.partBytes)
      while (!reservation.tryToGrow(bytes)) this.#makeRoom(client, bytes)
      this.#open.add(stream)
      this.#timer ??= setInterval(() => this.endSlow(), this.#limits.checkMs).unref()
      const parts = await request.read()
      res.once('close', close)
      // A client that has left meanwhile closes nothing any more.
      if (res.closed) close()
      return stream.start(parts, request)
    } catch (error) {
      close()
      throw error
    }
  }

  /** Ends the streams whose clients took too little in the last twenty seconds. */
  endSlow(): void {
    const least = (this.#limits.leastBytesASecond * SLOW_MS) / 1_000
    for (const stream of this.#open) {
      if (stream.ageMs < SLOW_MS || !stream.waitsForClient || stream.takenIn(SLOW_MS) >= least) continue
      this.#end(stream, 'The client read a file too slowly')
    }
  }

  /** Ends the stream in place of which a new one of `bytes` is served. */
  #makeRoom(client: StreamClient, bytes: number): void {
    const [group] = client.shares
    const others = [...this.#open].filter(({ client: { shares } }) => shares[0].key === group.key)
    const unfair = others.filter((other) => this.#isUnfair(other, client, bytes))
    const [first, ...rest] = unfair.length > 0 ? unfair : others
    if (!first) throw new AppError('SERVICE_UNAVAILABLE', 'Too many downloads are running. Try again')
    // The streams stand in the order in which they were opened, so that of equal ones the oldest is ended.
    const slowest = rest.reduce((one, other) => (paceOf(other) < paceOf(one) ? other : one), first)
    this.#end(slowest, 'A file that its client hardly read made room for another')
  }

  /** Whether a stream is slow, is of the same member as the new one, or of one that holds more than that would. */
  #isUnfair(stream: OpenStream, client: StreamClient, bytes: number): boolean {
    const keys = new Set(client.shares.slice(1).map(({ key }) => key))
    if (stream.client.shares.slice(1).some(({ key }) => keys.has(key))) return true
    if (stream.ageMs >= BEGIN_MS) {
      const seconds = Math.min(stream.ageMs, RECENT_MS) / 1_000
      if (stream.takenIn(RECENT_MS) < this.#limits.leastBytesASecond * seconds) return true
    }
    return this.#mostOf(stream.client) > this.#mostOf(client) + bytes
  }

  /** The bytes of the member of a client that holds most. */
  #mostOf({ shares: [, ...members] }: StreamClient): number {
    return Math.max(...members.map(({ key }) => this.#budget.heldOf(key)))
  }

  #end(stream: OpenStream, reason: string): void {
    stream.end(reason)
    this.#open.delete(stream)
  }

  #enter({ projectId }: StreamClient, { mostOfProject }: StreamRequest): () => void {
    if (!mostOfProject) return () => undefined
    const { name, streams } = mostOfProject
    const key = `${projectId} ${name}`
    const count = this.#counts.get(key) ?? 0
    if (count >= streams) {
      throw new AppError('RATE_LIMIT_EXCEEDED', `A project can download at most ${streams} files at a time`, {
        details: { retryAfter: RETRY_SECONDS },
        suggestion: 'Download one after the other',
      })
    }
    this.#counts.set(key, count + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
  }

  #stopChecks(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}

/** The bytes that the client took lately. A stream that has just begun is no slow one. */
function paceOf(stream: OpenStream): number {
  return stream.ageMs < BEGIN_MS ? Infinity : stream.takenIn(RECENT_MS)
}
