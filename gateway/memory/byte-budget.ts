import { AppError } from '../../models/domain/errors.js'
import { countBodyBytes, countBodyRefused, setBodyLimit } from '../../runtime/metrics/http.js'

const SENDER_SHARE = 1 / 4
// Those without a credential share a quarter, and one client does not fill it.
const NETWORK_SHARE = 1 / 8

/** What all reservations under one key may hold together, as a part of the budget: between 0 and 1. */
export interface Share {
  key: string
  share: number
}

/** There is no room for more bytes now, in the budget or in a share of it. */
export class NoRoomError extends AppError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'Too many large requests are under way: try again')
  }
}

/** Hears of every change of a budget. */
export interface BudgetObserver {
  limited(maxBytes: number): void
  /** Bytes that are held from now on, or given back if negative. */
  changed(bytes: number): void
  refused(): void
}

const METRICS: BudgetObserver = { limited: setBodyLimit, changed: countBodyBytes, refused: countBodyRefused }
const SILENT: BudgetObserver = { limited: () => undefined, changed: () => undefined, refused: () => undefined }

/**
 * Bounds the bytes that a process holds for others at a time, over all its listeners, and of them the bytes of one sender to
 * its shares, so that no sender can take the room of all. What finds no room is refused, not queued, because a waiting client
 * would hold its connection and its place for as long as the others take.
 */
export class ByteBudget {
  readonly #maxBytes: number
  readonly #observer: BudgetObserver
  readonly #heldBy = new Map<string, number>()
  #heldBytes = 0

  constructor(maxBytes: number, observer: BudgetObserver = SILENT) {
    this.#maxBytes = maxBytes
    this.#observer = observer
    observer.limited(maxBytes)
  }

  /** The bytes that are held now. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /**
   * The reservation of one request, which holds nothing yet. Requests without a sender share one quarter, and those of one
   * client network a half of it.
   */
  reservationFor(senderId: string | null, network: string): ByteReservation {
    if (senderId !== null) return this.reserve([{ key: senderId, share: SENDER_SHARE }])
    return this.reserve([
      { key: 'open', share: SENDER_SHARE },
      { key: `open ${network}`, share: NETWORK_SHARE },
    ])
  }

  /** A reservation that holds nothing yet, and whose bytes count in each of these shares. */
  reserve(shares: readonly Share[]): ByteReservation {
    return new ByteReservation((bytes) => this.#hold(shares, bytes), this.#observer)
  }

  /** Holds more bytes, or fewer if negative; false when there is no room for more. */
  #hold(shares: readonly Share[], bytes: number): boolean {
    const ofAll = this.#heldBytes + bytes
    const isFull = shares.some(({ key, share }) => this.#of(key) + bytes > this.#maxBytes * share)
    if (bytes > 0 && (ofAll > this.#maxBytes || isFull)) return false
    this.#observer.changed(bytes)
    this.#heldBytes = ofAll
    for (const { key } of shares) {
      const held = this.#of(key) + bytes
      if (held > 0) this.#heldBy.set(key, held)
      else this.#heldBy.delete(key)
    }
    return true
  }

  #of(key: string): number {
    return this.#heldBy.get(key) ?? 0
  }
}

/** The bytes that one request or message holds of a budget. */
export class ByteReservation {
  readonly #hold: (bytes: number) => boolean
  readonly #observer: BudgetObserver
  #bytes = 0

  constructor(hold: (bytes: number) => boolean, observer: BudgetObserver) {
    this.#hold = hold
    this.#observer = observer
  }

  /** Holds at least so many bytes in all. Throws NoRoomError when there is no room for them. */
  growTo(bytes: number): void {
    if (this.tryToGrow(bytes)) return
    this.#observer.refused()
    throw new NoRoomError()
  }

  /** The same for bytes that have another place: false when there is no room for them. */
  tryToGrow(bytes: number): boolean {
    if (bytes <= this.#bytes) return true
    if (!this.#hold(bytes - this.#bytes)) return false
    this.#bytes = bytes
    return true
  }

  /** Gives everything back; safe to repeat. */
  release(): void {
    const bytes = this.#bytes
    this.#bytes = 0
    if (bytes > 0) this.#hold(-bytes)
  }
}

const MB = 1024 * 1024

/** The memory that a gateway may hold for others, by its settings, which the metrics show. */
export function memoryBudgetOf({ MAX_BUFFERED_MB }: { MAX_BUFFERED_MB: number }): ByteBudget {
  return new ByteBudget(MAX_BUFFERED_MB * MB, METRICS)
}
