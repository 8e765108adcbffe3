import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { AddressSettings } from '../links/address-settings.js'
import { linksWithToken } from '../links/recipient-links.js'
import type { TrackedMessage } from '../links/tracking-tokens.js'
import type { EncodedBodies } from '../mime/quoted-printable.js'
import { RenderError } from '../rendering/render-message.js'
import { perform } from '../rendering/threads/perform.js'
import type { BodyTemplate } from './compile-bodies.js'
import { htmlOf, type RenderedPieces } from './placeholders.js'
import { readValues } from './read-values.js'
import { Sentinels, newSecret } from './sentinels.js'
import { createVariant, type Variant } from './variant.js'

/** How the rendered body of a message is finished, apart from its recipient. */
export interface BodyFinish {
  projectId: string
  footer: BodyTemplate['footer']
  isTracked: boolean
}

/** The recipient of a message whose bodies are filled in. */
export interface FilledFor {
  message: TrackedMessage
  /** The token of the recipient's links. */
  token: string
}

/** When a variant is compiled, and how long the message waits for it. */
export interface CompileOptions {
  timeoutMs: number
  /** Whether to compile a variant at its first use already. */
  isEager?: boolean
}

/** The bodies of a message. */
export interface FilledBodies {
  bodies: EncodedBodies
  /** Whether they link to the page on which their recipient unsubscribes or chooses. */
  offersUnsubscribe: boolean
}

const MAX_VARIANTS = 16
const MAX_VARIANTS_BYTES = 2 * 1024 * 1024
const MAX_HTML_LENGTH = 256 * 1024
const MAX_KEY_LENGTH = 4_000
const MAX_SEEN = 100
// Compiling costs as much as composing three or four messages as wholes.
const MIN_FILLED_EACH = 8
const ATTEMPTS = 4

/** The body of a message in one language, with the variants of it that were compiled so far. */
export class CompiledTemplate {
  readonly #finish: BodyFinish
  readonly #settings: AddressSettings
  readonly #onCompiled: (template: CompiledTemplate) => void
  readonly #secret = newSecret()
  readonly #sentinels = new Sentinels(this.#secret)
  /** The slots found so far in which a value may change the document. */
  readonly #outside = new Set<number>()
  readonly #variants = new LRUCache<string, Variant | 'none'>({
    max: MAX_VARIANTS,
    maxSize: MAX_VARIANTS_BYTES,
    sizeCalculation: (variant) => (variant === 'none' ? 1 : variant.sizeBytes),
  })
  readonly #compiling = new Map<string, Promise<boolean>>()
  readonly #seen = new Set<string>()
  #compiled = 0
  #filled = 0

  /** `onCompiled` is called when a variant was added. */
  constructor(finish: BodyFinish, settings: AddressSettings, onCompiled: (template: CompiledTemplate) => void) {
    this.#finish = finish
    this.#settings = settings
    this.#onCompiled = onCompiled
  }

  /** The cost of keeping its variants. */
  get sizeBytes(): number {
    return this.#variants.calculatedSize
  }

  /** Fills in a rendered body for its recipient. Null for a body that has to be finished as a whole. */
  async fill(
    { literals, values }: RenderedPieces,
    { message, token }: FilledFor,
    { timeoutMs, isEager = false }: CompileOptions,
  ): Promise<FilledBodies | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // Each compilation may find slots whose values belong to the document.
      const read = readValues(values, { outside: this.#outside, token, sentinels: this.#sentinels })
      if (!read || read.key.length > MAX_KEY_LENGTH) return null
      const variant = this.#variants.get(read.key)
      if (variant === 'none') return null
      if (variant) return this.#fill(variant, message, read.plain)
      const isWanted = isEager || attempt > 0 || this.#isSeen(read.key)
      if (!isWanted || !this.#isOfUse) return null
      const compiling = this.#compiling.get(read.key) ?? this.#compile(read.key, { literals, values: read.fixed })
      if (!(await Promise.race([compiling, delay(timeoutMs, false, { ref: false })]))) return null
    }
    return null
  }

  #fill(variant: Variant, message: TrackedMessage, values: string[]): FilledBodies | null {
    const bodies = variant.bodiesFor({ message, values })
    if (bodies === null) return null
    this.#filled += 1
    return { bodies, offersUnsubscribe: variant.offersUnsubscribe }
  }

  /** Whether enough messages were filled in to go on compiling. */
  get #isOfUse(): boolean {
    return this.#compiled < MAX_VARIANTS + this.#filled / MIN_FILLED_EACH
  }

  // A variant that one message alone would use is not worth compiling.
  #isSeen(key: string): boolean {
    const digest = hash('sha1', key, 'base64')
    if (this.#seen.delete(digest)) return true
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
    this.#seen.add(digest)
    return false
  }

  /** Compiles a variant; false when that failed for a reason that may pass. */
  #compile(key: string, pieces: RenderedPieces): Promise<boolean> {
    this.#compiled += 1
    const compiling = this.#compileVariant(pieces)
      .then(
        (variant) => {
          this.#variants.set(key, variant)
          this.#onCompiled(this)
          return true
        },
        (error: unknown) => {
          // The failure of a thread proves nothing about the document.
          if (error instanceof RenderError) this.#variants.set(key, 'none')
          return false
        },
      )
      .finally(() => this.#compiling.delete(key))
    this.#compiling.set(key, compiling)
    return compiling
  }

  async #compileVariant(pieces: RenderedPieces): Promise<Variant | 'none'> {
    const html = htmlOf(pieces)
    if (html.length > MAX_HTML_LENGTH) return 'none'
    const { projectId, footer, isTracked } = this.#finish
    const { gatewayUrl, trackingUrl, encryptionKeys } = this.#settings
    const bodies = await perform(projectId, 'bodies', {
      html,
      secret: this.#secret,
      nextSlot: pieces.values.length + 1,
      links: linksWithToken(this.#sentinels.token, gatewayUrl),
      footer,
      trackingUrl: isTracked ? trackingUrl : null,
    })
    if ('outside' in bodies) {
      for (const slot of bodies.outside) this.#outside.add(slot)
      return 'none'
    }
    return createVariant(bodies, { encryptionKeys, isTracked })
  }
}
