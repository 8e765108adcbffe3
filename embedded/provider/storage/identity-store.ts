import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readStored, writeStored } from '../../../runtime/stored-json.js'

const TOKENS = 3
const OWNERSHIP_TAG = 'posthorn-verify'

/** The states of an identity. The inbox sets them, because a domain for trying things out has no DNS records. */
export const IDENTITY_STATES = ['PENDING', 'SUCCESS', 'FAILED'] as const

/** A tag of SES. */
export const Tag = z.object({ Key: z.string(), Value: z.string() })

const Identity = z.object({
  domain: z.string(),
  state: z.enum(IDENTITY_STATES),
  tokens: z.array(z.string()),
  mailFromDomain: z.string().nullable(),
  tags: z.array(Tag),
  /** The texts of the ownership records of the projects that asked to register it. */
  asked: z.array(z.string()),
  /** The texts that the DNS stand-in answers with; null for all of `asked`. */
  published: z.array(z.string()).nullable(),
})

const Stored = z.array(Identity)

/** A domain that was registered to send from. */
export type Identity = z.output<typeof Identity>

/** The registered domains, kept in a file of the data folder. */
export class IdentityStore {
  readonly #file: string
  readonly #identities: Map<string, Identity>

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'identities.json')
    this.#identities = new Map((readStored(this.#file, Stored) ?? []).map((each) => [each.domain, each]))
  }

  all(): Identity[] {
    return [...this.#identities.values()]
  }

  find(domain: string): Identity | undefined {
    return this.#identities.get(domain)
  }

  /**
   * Registers a domain; undefined when it is registered already. The tags name the ownership record that the project of
   * the caller has to publish, also where another project has registered the domain before.
   */
  create(domain: string, tags: z.output<typeof Tag>[]): Identity | undefined {
    const texts = tags.filter(({ Key }) => Key === OWNERSHIP_TAG).map(({ Key, Value }) => `${Key}=${Value}`)
    const known = this.#identities.get(domain)
    if (known) {
      const isKnown = texts.every((text) => known.asked.includes(text))
      if (!isKnown) this.#save({ ...known, asked: [...new Set([...known.asked, ...texts])] })
      return undefined
    }
    const tokens = Array.from({ length: TOKENS }, () => randomBytes(16).toString('hex'))
    return this.#save({ domain, state: 'PENDING', tokens, mailFromDomain: null, tags, asked: texts, published: null })
  }

  /** The texts of the ownership records of a domain in DNS; undefined before its state is SUCCESS. */
  ownershipTexts(domain: string): string[] | undefined {
    const known = this.#identities.get(domain)
    return known?.state === 'SUCCESS' ? (known.published ?? known.asked) : undefined
  }

  /** Changes an identity; undefined when there is none. */
  change(
    domain: string,
    changes: Partial<Pick<Identity, 'state' | 'mailFromDomain' | 'published'>>,
  ): Identity | undefined {
    const known = this.#identities.get(domain)
    return known && this.#save({ ...known, ...changes })
  }

  /** Deletes an identity; false when there was none. */
  delete(domain: string): boolean {
    const wasThere = this.#identities.delete(domain)
    if (wasThere) writeStored(this.#file, this.all())
    return wasThere
  }

  #save(identity: Identity): Identity {
    this.#identities.set(identity.domain, identity)
    writeStored(this.#file, this.all())
    return identity
  }
}
