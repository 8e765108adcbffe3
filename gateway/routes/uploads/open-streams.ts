import { Readable } from 'node:stream'
import { AppError } from '../../../models/domain/errors.js'

/** How much of the images that clients are loading a gateway keeps in memory. */
interface StreamLimits {
  /** For all clients, in bytes. */
  heldBytes: number
  /** For those of one network. */
  ofNetworkBytes: number
  /** What one stream keeps at most: the chunks at work, and what waits for the client. */
  ofStreamBytes: number
  /** A client that has not read the image after this time is cut off. */
  timeMs: number
}

const MB = 1_048_576

/** The limits of a gateway. At the largest size of an image the time allows for some 90 kB a second. */
export const STREAM_LIMITS: StreamLimits = {
  heldBytes: 64 * MB,
  ofNetworkBytes: 32 * MB,
  ofStreamBytes: 1.25 * MB,
  timeMs: 120_000,
}

/** Bounds what clients that read slowly, or not at all, make a gateway hold of the images that they load. */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #heldBy = new Map<string, number>()
  #heldBytes = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /**
   * A stream of the bytes that `read` opens, of this size in all, for a client of a network; null when `read` finds none.
   * Throws SERVICE_UNAVAILABLE when too many are being loaded.
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
    const timer = setTimeout(() => stream.destroy(new Error('An image was not read in time')), this.#limits.timeMs)
    timer.unref()
    // An error of a stream that has no listener would end the process, and nothing may read this one any more.
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
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many images are being loaded: try again')
    }
    this.#heldBytes = ofAll
    if (ofNetwork > 0) this.#heldBy.set(network, ofNetwork)
    else this.#heldBy.delete(network)
  }
}
