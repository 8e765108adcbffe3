import type { EmailRecord } from '../../models/email.js'
import type { ProjectRecord } from '../../models/project.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { compile, type ParsedTemplate } from '../rendering/compile.js'
import { findPlaceholders, renderPlaceholders, type PlaceholderTemplate } from './placeholders.js'
import { Sentinels, newSecret } from './sentinels.js'
import { render, RenderError, subjectLine } from '../rendering/render-message.js'
import { OverBudget, type Budget } from '../rendering/threads/budget.js'
import { performInThread, withinBudget } from '../rendering/threads/perform.js'
import type { AddressSettings } from '../links/address-settings.js'
import { compileSkeleton, type Skeleton } from './skeleton.js'
import { readValues, type ReadValues } from './read-values.js'
import { createVariant, type Variant } from './variant.js'

/** The common part of the messages of one compiled template. */
export interface CompiledTemplateInput {
  /** The content in the recipients' language. */
  content: { subject: string; body: string }
  /** One of the messages. */
  email: EmailRecord
  project: ProjectRecord
  /** The language of the footer. */
  locale: string
  isTracked: boolean
  settings: AddressSettings
  /** Called with each compilation that begins. */
  onCompiling?: ((compiling: Promise<unknown>) => void) | undefined
}

/** The subject and the values of one recipient, with the skeleton and the variant that they fill. */
export interface Fitting extends Compiled {
  subject: string
  plain: string[]
}

interface Compiled {
  skeleton: Skeleton
  variant: Variant
}

const MAX_VARIANTS = 16
const MAX_CHARACTERS = 256 * 1024
const MAX_KEY_LENGTH = 4_000
const MAX_SEEN = 100
// After so many recipients of which less than half fitted a variant, compiling is given up.
const FAIR_TRIAL = 1_000
// On a busy machine a process pauses now and then: so many renderings may exceed their budget for that reason.
const PATIENCE = 2

/** The messages of one content, which differ by their recipients alone, and the variants of their body found so far. */
export class CompiledTemplate {
  readonly #input: CompiledTemplateInput
  readonly #subject: ParsedTemplate
  readonly #body: PlaceholderTemplate
  readonly #secret = newSecret()
  readonly #sentinels = new Sentinels(this.#secret)
  /** The slots found so far that do not stand in plain text. */
  readonly #outside = new Set<number>()
  /** By key: compiled, being compiled, or null where compiling failed. */
  readonly #variants = new Map<string, Compiled | Promise<unknown> | null>()
  readonly #seen = new Set<string>()
  #characters = 0
  #recipients = 0
  #fitted = 0
  #overBudget = 0

  /** Throws TemplateSyntaxError, OverBudget. */
  constructor(input: CompiledTemplateInput, budget: Budget) {
    this.#input = input
    this.#subject = compile(input.content.subject, budget)
    this.#body = findPlaceholders(compile(input.content.body, budget))
  }

  /** Whether enough recipients fit a variant. */
  get isOfUse(): boolean {
    if (this.#overBudget > PATIENCE + this.#fitted / FAIR_TRIAL) return false
    return this.#recipients < FAIR_TRIAL || this.#fitted * 2 > this.#recipients
  }

  /**
   * Renders the values of one recipient. Null for a message that has to be composed as a whole; a promise while the
   * message's variant is being compiled, after which `fit` may succeed. Throws RenderError, OverBudget.
   */
  fit(variables: Record<string, unknown>, token: string): Fitting | Promise<unknown> | null {
    this.#recipients += 1
    const rendered = this.#render(variables)
    const read = rendered && readValues(rendered.values, { outside: this.#outside, token, sentinels: this.#sentinels })
    const compiled = read && this.#compiledFor(read)
    if (!compiled) return null
    if (compiled instanceof Promise) {
      this.#recipients -= 1
      return compiled
    }
    this.#fitted += 1
    return { subject: rendered.subject, plain: read.plain, ...compiled }
  }

  #render(variables: Record<string, unknown>): { subject: string; values: string[] } | null {
    try {
      return withinBudget(this.#input.project._id, (budget) => {
        const subject = subjectLine(render(this.#subject, variables, { escape: false, budget }))
        const values = renderPlaceholders(this.#body, variables, budget)
        return values && { subject, values }
      })
    } catch (error) {
      if (error instanceof OverBudget) this.#overBudget += 1
      throw error
    }
  }

  #compiledFor({ key, fixed }: ReadValues): Compiled | Promise<unknown> | null {
    const variant = this.#variants.get(key)
    if (variant !== undefined) return variant
    if (key.length > MAX_KEY_LENGTH || this.#variants.size >= MAX_VARIANTS) return null
    // A variant that one recipient alone would use is not worth compiling.
    if (!this.#seen.delete(key)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
      this.#seen.add(key)
      return null
    }
    const html = this.#body.literals.map((literal, index) => literal + (fixed[index] ?? '')).join('')
    this.#characters += html.length
    if (this.#characters > MAX_CHARACTERS) return null
    const compiling = this.#compile(html).then(
      (compiled) => this.#variants.set(key, compiled),
      // The failure of a thread proves nothing about the document.
      (error: unknown) => (error instanceof RenderError ? this.#variants.set(key, null) : this.#variants.delete(key)),
    )
    this.#variants.set(key, compiling)
    this.#input.onCompiling?.(compiling)
    return compiling
  }

  async #compile(html: string): Promise<Compiled | null> {
    const { email, project, locale, isTracked, settings } = this.#input
    const links = linksWith(this.#sentinels.token, settings.gatewayUrl)
    const bodies = await performInThread(project._id, 'bodies', {
      html,
      links,
      secret: this.#secret,
      nextSlot: this.#body.placeholders.length + 1,
      footer: email.type === 'MARKETING' ? { locale, projectName: project.name } : null,
      trackingUrl: isTracked ? settings.trackingUrl : null,
    })
    if ('outside' in bodies) {
      // From now on, values in these slots belong to the document.
      for (const slot of bodies.outside) this.#outside.add(slot)
      return null
    }
    const variant = createVariant(bodies, { encryptionKeys: settings.encryptionKeys, isTracked })
    const hasHeader = email.type !== 'TRANSACTIONAL' || variant.offersUnsubscribe
    const unsubscribe = { unsubscribeUrl: links.unsubscribeUrl, token: this.#sentinels.token }
    const skeleton = await compileSkeleton(email, hasHeader ? unsubscribe : null)
    return skeleton && { skeleton, variant }
  }
}

/** The links of a recipient whose token is still a sentinel. */
function linksWith(token: string, gatewayUrl: string): RecipientLinks {
  return {
    unsubscribeUrl: `${gatewayUrl}/unsubscribe/${token}`,
    subscribeUrl: `${gatewayUrl}/subscribe/${token}`,
    manageUrl: `${gatewayUrl}/manage/${token}`,
  }
}
