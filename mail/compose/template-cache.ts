import { LRUCache } from 'lru-cache'
import type { BodyFinish } from '../compiled/compile-variant.js'
import { CompiledTemplate, type CompileObservers } from '../compiled/compiled-template.js'
import type { AddressSettings } from '../links/address-settings.js'

const MAX_BYTES = 64 * 1024 * 1024
// A template takes some bytes even before its first variant is compiled.
const TEMPLATE_BYTES = 2_048

/**
 * The compiled templates of a process. The cache drops those that were used least recently when they exceed its memory.
 */
export class TemplateCache {
  readonly #settings: AddressSettings
  readonly #onCompiling: CompileObservers['onCompiling']
  readonly #templates = new LRUCache<string, CompiledTemplate>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ sizeBytes }, key) => TEMPLATE_BYTES + key.length + sizeBytes,
  })

  constructor(settings: AddressSettings, onCompiling: CompileObservers['onCompiling']) {
    this.#settings = settings
    this.#onCompiling = onCompiling
  }

  /** The template of a content; `contentKey` names the content in its language. */
  templateOf(contentKey: string, finish: BodyFinish): CompiledTemplate {
    const key = JSON.stringify([contentKey, finish])
    const entry = this.#templates.get(key)
    if (entry) return entry
    const onCompiled = (): void => {
      // The cache measures a value only when the value is added, so the grown template is added again.
      this.#templates.delete(key)
      this.#templates.set(key, template)
    }
    const template = new CompiledTemplate(finish, this.#settings, { onCompiling: this.#onCompiling, onCompiled })
    this.#templates.set(key, template)
    return template
  }
}
