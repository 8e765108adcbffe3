import { Readable } from 'node:stream'
import { AppError } from '../../../models/domain/errors.js'

/** The limits on the files that clients are loading. */
interface StreamLimits {
  /** The bytes in memory for all clients. */
  heldBytes: number
  /** The bytes in memory for the clients of one network. */
  ofNetworkBytes: number
  /** The most bytes in memory for one stream: the chunks being read, and those that wait for the client. */
  ofStreamBytes: number
  /** A client that has not read the file after this time is disconnected. */
  timeMs: number
}

const MB = 1_048_576

/** The limits of a gateway on images. At the largest size of an image the time allows for some 90 kB a second. */
export const STREAM_LIMITS: StreamLimits = {
  heldBytes: 64 * MB,
  ofNetworkBytes: 32 * MB,
  ofStreamBytes: 1.25 * MB,
  timeMs: 120_000,
}

/** Limits the memory that clients occupy by reading files slowly or not at all. */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #heldBy = new Map<string, number>()
  #heldBytes = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /**
   * Opens the stream of `read`, of `sizeBytes` in all, for a client of a network; null if `read` finds nothing. Throws
   * SERVICE_UNAVAILABLE if too many files are being loaded.
   */
  async open(
    { network, size }: { network: string; size: number },
    read: () => Promise<AsyncIterable<Uint8Array> | null>,
  ): Promise<Readable | null> {
    const bytes = Math.min(size, this.#limits.ofStreamBytes)
    this.#hold(network, bytes)
    const release = (): void => this.#hold(network, -bytes)
    const source = await read().catch((error: unknown) => {
      release()
      throw error
    })
    if (!source) {
      release()
      return null
    }
    const stream = Readable.from(source)
    const timer = setTimeout(() => stream.destroy(new Error('A file was not read in time')), this.#limits.timeMs)
    timer.unref()
    // An error of a stream without a listener would end the process, and this stream may have no reader any more.
    stream.on('error', () => undefined)
    return stream.once('close', () => {
      clearTimeout(timer)
      release()
    })
  }

  #hold(network: string, bytes: number): void {
    const ofNetwork = (this.#heldBy.get(network) ?? 0) + bytes
    const ofAll = this.#heldBytes + bytes
    if (bytes > 0 && (ofAll > this.#limits.heldBytes || ofNetwork > this.#limits.ofNetworkBytes)) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many files are being loaded: try again')
    }
    this.#heldBytes = ofAll
    if (ofNetwork > 0) this.#heldBy.set(network, ofNetwork)
    else this.#heldBy.delete(network)
  }
}
