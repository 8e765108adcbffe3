import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AddressSettings } from '../links/address-settings.js'
import type { TrackedMessage } from '../links/tracking-tokens.js'
import type { EncodedBodies } from '../mime/quoted-printable.js'
import { compileVariant, type BodyFinish } from './compile-variant.js'
import type { RenderedPieces } from './placeholders.js'
import { readValues, type ReadValues } from './read-values.js'
import { Sentinels, newSecret } from './sentinels.js'
import type { Variant } from './variant.js'

/** The recipient of a message whose bodies are filled in. */
export interface FilledFor {
  message: TrackedMessage
  /** The token of the recipient's links. */
  token: string
}

/** The bodies of a message. */
export interface FilledBodies {
  bodies: EncodedBodies
  /** Whether they link to the page on which their recipient unsubscribes or chooses. */
  offersUnsubscribe: boolean
}

/** Called by a template when it begins to compile a variant, and when it has become larger by one. */
export interface CompileObservers {
  onCompiling: (compiling: Promise<void>) => void
  onCompiled: () => void
}

const MAX_VARIANTS = 16
const MAX_VARIANTS_BYTES = 2 * 1024 * 1024
const MAX_KEY_LENGTH = 4_000
const MAX_COUNTED = 100
// Compiling costs as much as finishing about four messages as wholes. A variant is compiled once it has cost as much, so
// that content which is never used again costs at most twice as much as without compiling.
const COMPILED_AT = 4
// A template whose variants serve fewer messages each is not compiled any more.
const MIN_FILLED_EACH = 8
// A compilation may find slots whose values belong to the document, and then another variant is needed.
const ATTEMPTS = 3

/** The body of a message in one language, with the variants of it that were compiled so far. */
export class CompiledTemplate {
  readonly #finish: BodyFinish
  readonly #settings: AddressSettings
  readonly #observers: CompileObservers
  readonly #sentinels = new Sentinels(newSecret())
  /** The slots found so far in which a value may change the document. */
  readonly #outside = new Set<number>()
  readonly #variants = new LRUCache<string, Variant | 'none'>({
    max: MAX_VARIANTS,
    maxSize: MAX_VARIANTS_BYTES,
    sizeCalculation: (variant) => (variant === 'none' ? 1 : variant.sizeBytes),
  })
  readonly #compiling = new Map<string, Promise<void>>()
  /** How many messages needed a variant that is not compiled, by the digest of its key. */
  readonly #needed = new Map<string, number>()
  #compiled = 0
  #filled = 0

  constructor(finish: BodyFinish, settings: AddressSettings, observers: CompileObservers) {
    this.#finish = finish
    this.#settings = settings
    this.#observers = observers
  }

  /** The cost of keeping its variants. */
  get sizeBytes(): number {
    return this.#variants.calculatedSize
  }

  /** Fills in a rendered body for its recipient. Null for a body that has to be finished as a whole. */
  fill(body: RenderedPieces, { message, token }: FilledFor): FilledBodies | null {
    const read = this.#read(body, token)
    const variant = read && this.#variants.get(read.key)
    if (read && variant === undefined && this.#isWorthCompiling(read.key)) {
      this.#observers.onCompiling(this.prepare(body, token))
    }
    if (!read || !variant || variant === 'none') return null
    const bodies = variant.bodiesFor({ message, values: read.plain })
    if (bodies === null) return null
    this.#filled += 1
    return { bodies, offersUnsubscribe: variant.offersUnsubscribe }
  }

  /** Compiles the variant that a rendered body needs. Never rejects. */
  async prepare(body: RenderedPieces, token: string, attempts = ATTEMPTS): Promise<void> {
    const read = this.#read(body, token)
    if (!read || attempts === 0 || this.#variants.has(read.key)) return
    const { key, fixed } = read
    const running = this.#compiling.get(key) ?? this.#compile(key, { ...body, values: fixed })
    this.#compiling.set(key, running)
    await running
    this.#compiling.delete(key)
    await this.prepare(body, token, attempts - 1)
  }

  #read(body: RenderedPieces, token: string): ReadValues | null {
    const read = readValues(body, { outside: this.#outside, token, sentinels: this.#sentinels })
    return read && read.key.length <= MAX_KEY_LENGTH ? read : null
  }

  #isWorthCompiling(key: string): boolean {
    if (this.#compiled >= MAX_VARIANTS + this.#filled / MIN_FILLED_EACH) return false
    const digest = hash('sha1', key, 'base64')
    const needed = (this.#needed.get(digest) ?? 0) + 1
    if (this.#needed.size >= MAX_COUNTED) this.#needed.clear()
    this.#needed.set(digest, needed)
    return needed % COMPILED_AT === 0
  }

  async #compile(key: string, body: RenderedPieces): Promise<void> {
    this.#compiled += 1
    const compilation = { finish: this.#finish, settings: this.#settings, sentinels: this.#sentinels }
    // The failure of a thread proves nothing about the document, which may be compiled later.
    const variant = await compileVariant(body, compilation).catch(() => null)
    if (variant === null) return
    if ('outside' in variant) for (const slot of variant.outside) this.#outside.add(slot)
    this.#variants.set(key, 'outside' in variant ? 'none' : variant)
    this.#observers.onCompiled()
  }
}
