import { AppError } from '../../models/domain/errors.js'
import { countBodyBytes, countBodyRefused, setBodyLimit } from '../../runtime/metrics/http.js'

/** The limit of all reservations under one key together, as a fraction of the budget: above 0, at most 1. */
export interface Share {
  key: string
  share: number
}

/** There is no room for more bytes now, in the budget or in a share of the budget. */
export class NoRoomError extends AppError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'Too many large requests are running. Try again')
  }
}

/** Observes every change of a budget. */
export interface BudgetObserver {
  limited(maxBytes: number): void
  /** The bytes that were reserved, or released if negative. */
  changed(bytes: number): void
  refused(): void
}

const METRICS: BudgetObserver = { limited: setBodyLimit, changed: countBodyBytes, refused: countBodyRefused }
const SILENT: BudgetObserver = { limited: () => undefined, changed: () => undefined, refused: () => undefined }

/**
 * Limits the bytes that a process keeps for its clients at a time, over all its listeners. A request without room is
 * refused and not queued, because a waiting client would occupy its connection for as long as the others take.
 *
 * The first share of a reservation is that of a group, the others are those of members of the group: a sender, a client
 * network. A member never reserves more than remains free, of the group and of the budget. So each further member finds
 * half of the rest, and a few members cannot take all the room.
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

  /** The bytes that are reserved now. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /** The bytes that are reserved now under a key. */
  heldOf(key: string): number {
    return this.#heldBy.get(key) ?? 0
  }

  /** An empty reservation, whose bytes count in the share of its group and in those of its members. */
  reserve(shares: readonly [Share, ...Share[]]): ByteReservation {
    const room: Room = {
      fits: (bytes) => this.#fits(shares, bytes),
      change: (bytes) => this.#change(shares, bytes),
    }
    return new ByteReservation(room, this.#observer)
  }

  #fits([group, ...members]: readonly [Share, ...Share[]], bytes: number): boolean {
    const leftOfAll = this.#maxBytes - this.#heldBytes - bytes
    const left = Math.min(leftOfAll, this.#maxBytes * group.share - this.heldOf(group.key) - bytes)
    const hasRoom = ({ key, share }: Share): boolean => {
      const held = this.heldOf(key) + bytes
      return held <= left && held <= this.#maxBytes * share
    }
    return left >= 0 && members.every(hasRoom)
  }

  #change(shares: readonly Share[], bytes: number): void {
    this.#observer.changed(bytes)
    this.#heldBytes += bytes
    for (const { key } of shares) {
      const held = this.heldOf(key) + bytes
      if (held > 0) this.#heldBy.set(key, held)
      else this.#heldBy.delete(key)
    }
  }
}

/** The room of one reservation. */
interface Room {
  /** Whether there is room for more bytes. */
  fits(bytes: number): boolean
  /** Reserves more bytes, or releases bytes if negative. */
  change(bytes: number): void
}

/** The bytes of a budget that one request or message has reserved. */
export class ByteReservation {
  readonly #room: Room
  readonly #observer: BudgetObserver
  #bytes = 0

  constructor(room: Room, observer: BudgetObserver) {
    this.#room = room
    this.#observer = observer
  }

  /** Reserves at least this many bytes in all. Throws NoRoomError if there is no room for them. */
  growTo(bytes: number): void {
    if (!this.tryToGrow(bytes)) this.#refuse()
  }

  /** Throws NoRoomError if there is no room for this many bytes in all now; reserves none of them. */
  requireRoom(bytes: number): void {
    if (bytes > this.#bytes && !this.#room.fits(bytes - this.#bytes)) this.#refuse()
  }

  /** Like `growTo`, but returns false if there is no room, for bytes that can be kept elsewhere. */
  tryToGrow(bytes: number): boolean {
    if (bytes <= this.#bytes) return true
    if (!this.#room.fits(bytes - this.#bytes)) return false
    this.#room.change(bytes - this.#bytes)
    this.#bytes = bytes
    return true
  }

  /** Releases the bytes above so many; has no effect if fewer are reserved. */
  shrinkTo(bytes: number): void {
    if (bytes >= this.#bytes) return
    this.#room.change(bytes - this.#bytes)
    this.#bytes = bytes
  }

  /** Releases all bytes; safe to repeat. */
  release(): void {
    this.shrinkTo(0)
  }

  #refuse(): never {
    this.#observer.refused()
    throw new NoRoomError()
  }
}

const MB = 1024 * 1024

/** The memory that a gateway may use for the data of its clients, from the settings; the metrics show it. */
export function memoryBudgetOf({ MAX_BUFFERED_MB }: { MAX_BUFFERED_MB: number }): ByteBudget {
  return new ByteBudget(MAX_BUFFERED_MB * MB, METRICS)
}
