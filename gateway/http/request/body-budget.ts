import { AppError } from '../../../models/domain/errors.js'
import { countBodyBytes, countBodyRefused, setBodyLimit } from '../../../runtime/metrics/http.js'

const SHARE = 1 / 4

/**
 * Bounds the bytes of request bodies that a gateway holds at a time, and of them the bytes of one sender to a quarter, so
 * that no sender can take the room of all. A request that finds no room is refused, not queued, because a waiting client
 * would hold its connection and its place for as long as the others take.
 */
export class BodyBudget {
  readonly #maxBytes: number
  readonly #heldBy = new Map<string, number>()
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    setBodyLimit(maxBytes)
  }

  /** The reservation of one request, which holds nothing yet. Requests without a sender share one quarter. */
  reservationFor(senderId: string | null): BodyReservation {
    return new BodyReservation((bytes) => this.#hold(senderId ?? '', bytes))
  }

  /** Holds more bytes, or fewer if negative. Throws SERVICE_UNAVAILABLE when there is no room for more. */
  #hold(sender: string, bytes: number): void {
    const ofSender = (this.#heldBy.get(sender) ?? 0) + bytes
    const ofAll = this.#heldBytes + bytes
    if (bytes > 0 && (ofAll > this.#maxBytes || ofSender > this.#maxBytes * SHARE)) throw noRoom()
    countBodyBytes(bytes)
    this.#heldBytes = ofAll
    if (ofSender > 0) this.#heldBy.set(sender, ofSender)
    else this.#heldBy.delete(sender)
  }
}

/** The bytes that one request holds of the budget. */
export class BodyReservation {
  readonly #hold: (bytes: number) => void
  #bytes = 0

  constructor(hold: (bytes: number) => void) {
    this.#hold = hold
  }

  /** Holds at least so many bytes in all. Throws SERVICE_UNAVAILABLE when there is no room for them. */
  growTo(bytes: number): void {
    if (bytes <= this.#bytes) return
    this.#hold(bytes - this.#bytes)
    this.#bytes = bytes
  }

  /** Gives everything back; safe to repeat. */
  release(): void {
    const bytes = this.#bytes
    this.#bytes = 0
    if (bytes > 0) this.#hold(-bytes)
  }
}

function noRoom(): AppError {
  countBodyRefused()
  return new AppError('SERVICE_UNAVAILABLE', 'Too many large requests are under way: try again')
}
