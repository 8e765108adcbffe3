/*
 * A compiled template in one example: this body, for a contact Zoë & Bob in Köln who is `pro`, with tracked links.
 *
 *   <p>Hi {{ name }}!</p><a href="https://shop.example/{{ city }}">Shop</a>{% if pro %}<b>Pro</b>{% endif %}
 *
 * 1. `renderFields` divides the template into parts, which all recipients share, and fields, and renders the fields:
 *
 *   parts   '<p>Hi '   '!</p><a href="https://shop.example/'   '">Shop</a>'   ''
 *   fields           1                                       2              3
 *   values           Zoë &amp; Bob                           Köln           <b>Pro</b>
 *
 * 2. `readValues` finds the values that are plain text: those of the fields 1 and 2. They get markers. The value of
 *    field 3 is HTML, so it chooses the variant: recipients without `pro` need another one.
 *
 *   <p>Hi M5eS1E!</p><a href="https://shop.example/M5eS2E">Shop</a><b>Pro</b>
 *
 * 3. `compileBodies` finishes this document once (footer, tracked links, pixel, text version) and splits it at the
 *    markers. Field 4 is the token of the pixel and 5 that of the link; 6 is the city as an address shows it.
 *
 *   html    '<p>Hi '  1  '!</p><a href="https://t.example/c/'  5  '">Shop</a><b>Pro</b><img src="https://t.example/o/'
 *           4  '.gif" width="1" height="1" alt="" style="border:0;height:1px;width:1px">'
 *   text    'Hi '  1  '!\n\nShop <https://shop.example/'  6  '>Pro'
 *
 * 4. `createVariant` encodes the parts once, in quoted-printable. For each recipient of the variant only the values are
 *    encoded and put between the parts. These are the bytes of the text version (every line ends in CR LF):
 *
 *   Hi=20=
 *   Zo=C3=AB & Bob=
 *   !
 *
 *   Shop <https://shop.example/=
 *   K%C3%B6ln=
 *   >Pro
 *
 * Where links get UTM parameters, the whole address of this link is one field, whose value is made for each recipient:
 * only the city decides where the parameters go. A link without fields gets fixed parameters in step 3.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { LinkParameter } from '../../models/domain/utm.js'
import type { AddressSettings } from '../links/address-settings.js'
import type { TrackedMessage } from '../links/tracking-tokens.js'
import type { EncodedBodies } from '../mime/quoted-printable.js'
import { compileVariant, type BodyFinish } from './compile-variant.js'
import { PARAMETERS_FIELD } from './compiled-text.js'
import { Markers, newSecret } from './markers.js'
import { readValues, type ReadValues } from './read-values.js'
import type { RenderedTemplate } from './template-fields.js'
import type { Variant } from './variant.js'

/** The values of a recipient besides those of the body. */
export interface RecipientValues {
  /** The token of the recipient's links. */
  token: string
  /** The parameters that web links get. */
  parameters: readonly LinkParameter[]
}

/** The recipient of a message. */
export interface TemplateRecipient extends RecipientValues {
  message: TrackedMessage
}

/** The bodies of a message for one recipient. */
export interface FilledBodies {
  bodies: EncodedBodies
  /** Whether the bodies link to a page on which the recipient can unsubscribe. */
  offersUnsubscribe: boolean
}

/**
 * Observers of a template: the template calls them when it begins to compile a variant, and when it has added a
 * variant.
 */
export interface CompileObservers {
  onCompiling: (compiling: Promise<void>) => void
  onCompiled: () => void
}

const MAX_VARIANTS = 16
const MAX_VARIANTS_BYTES = 2 * 1024 * 1024
const MAX_KEY_LENGTH = 4_000
const MAX_COUNTED = 100
// Compiling costs as much as finishing about four messages as wholes. The fourth message that needs a variant compiles
// it, so that content which is never used again costs at most twice as much as without compiling.
const COMPILED_AT = 4
// A template gets no more variants while its variants serve fewer messages each.
const MIN_FILLED_EACH = 8
// A compilation may find fields whose values change the document, and then another variant is needed.
const ATTEMPTS = 3

/** The body of a message in one language, with the variants compiled so far. */
export class CompiledTemplate {
  readonly #finish: BodyFinish
  readonly #settings: AddressSettings
  readonly #observers: CompileObservers
  readonly #markers = new Markers(newSecret())
  /** The fields found so far whose values may change the document. */
  readonly #variantFields = new Set<number>()
  readonly #variants = new LRUCache<string, Variant | 'none'>({
    max: MAX_VARIANTS,
    maxSize: MAX_VARIANTS_BYTES,
    sizeCalculation: (variant) => (variant === 'none' ? 1 : variant.sizeBytes),
  })
  readonly #compiling = new Map<string, Promise<void>>()
  /** How many messages needed a variant that is not compiled, by the digest of the variant's key. */
  readonly #needed = new Map<string, number>()
  #compiled = 0
  #filled = 0

  constructor(finish: BodyFinish, settings: AddressSettings, observers: CompileObservers) {
    this.#finish = finish
    this.#settings = settings
    this.#observers = observers
  }

  /** The memory that the variants take. */
  get sizeBytes(): number {
    return this.#variants.calculatedSize
  }

  /** Fills in a variant with the values of a rendered body. Null where the body must be finished as a whole. */
  fill(body: RenderedTemplate, recipient: TemplateRecipient): FilledBodies | null {
    const { message, parameters } = recipient
    const reading = this.#read(body, recipient)
    const variant = reading && this.#variants.get(reading.key)
    if (reading && variant === undefined && this.#isWorthCompiling(reading.key)) {
      this.#observers.onCompiling(this.prepare(body, recipient))
    }
    if (!reading || !variant || variant === 'none') return null
    const bodies = variant.bodiesFor({ message, values: reading.fieldValues, parameters })
    if (bodies === null) return null
    this.#filled += 1
    return { bodies, offersUnsubscribe: variant.offersUnsubscribe }
  }

  /** Compiles the variant that a rendered body needs. Never rejects. */
  async prepare(body: RenderedTemplate, recipient: RecipientValues, attempts = ATTEMPTS): Promise<void> {
    const reading = this.#read(body, recipient)
    if (!reading || attempts === 0 || this.#variants.has(reading.key)) return
    const { key, variantValues } = reading
    const parameters = this.#variesByParameters ? recipient.parameters : this.#finish.parameters
    const running =
      this.#compiling.get(key) ??
      this.#compile(key, { ...body, values: variantValues }, { ...this.#finish, parameters })
    this.#compiling.set(key, running)
    await running
    this.#compiling.delete(key)
    await this.prepare(body, recipient, attempts - 1)
  }

  /** Whether the parameters of links may change the document, so that each recipient's are part of the variant. */
  get #variesByParameters(): boolean {
    return this.#variantFields.has(PARAMETERS_FIELD)
  }

  #read(body: RenderedTemplate, { token, parameters }: RecipientValues): ReadValues | null {
    const reading = readValues(body, { variantFields: this.#variantFields, token, markers: this.#markers })
    if (reading && this.#variesByParameters) reading.key += JSON.stringify(parameters)
    return reading && reading.key.length <= MAX_KEY_LENGTH ? reading : null
  }

  #isWorthCompiling(key: string): boolean {
    if (this.#compiled >= MAX_VARIANTS + this.#filled / MIN_FILLED_EACH) return false
    const digest = hash('sha1', key, 'base64')
    const needed = (this.#needed.get(digest) ?? 0) + 1
    if (this.#needed.size >= MAX_COUNTED) this.#needed.clear()
    this.#needed.set(digest, needed)
    return needed % COMPILED_AT === 0
  }

  async #compile(key: string, body: RenderedTemplate, finish: BodyFinish): Promise<void> {
    this.#compiled += 1
    const compilation = { finish, settings: this.#settings, markers: this.#markers }
    // The failure of a thread proves nothing about the document: a later message may compile it.
    const variant = await compileVariant(body, compilation).catch(() => null)
    if (variant === null) return
    const isCompiled = !('variantFields' in variant)
    if (!isCompiled) for (const field of variant.variantFields) this.#variantFields.add(field)
    this.#variants.set(key, isCompiled ? variant : 'none')
    this.#observers.onCompiled()
  }
}
