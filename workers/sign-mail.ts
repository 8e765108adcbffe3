import { domainToASCII } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { SigningKey } from '../commands/sending/domains/find-signing-key.js'
import { createDkimSigner, type SignMessage } from '../mail/mime/dkim.js'
import { domainOf } from '../models/domain/addresses.js'

/** Finds the DKIM key of a project's domain; null if the domain has none. */
export type FindSigningKey = (owner: { projectId: string; domain: string }) => Promise<SigningKey | null>

const MAX_KEPT = 1_000
// A replaced key can sign for this long. That does no harm, because its record stays in DNS for much longer.
const KEPT_MS = 30_000

/**
 * Signs each message with the key of its project and domain; a message without such a key is signed by `otherwise`.
 * Keys are cached, so that a campaign does not read its key for each message. While a key cannot be read, the cached
 * key goes on signing.
 */
export function createMailSigner(findKey: FindSigningKey, otherwise: SignMessage | undefined): SignMessage {
  const signers = new LRUCache<string, { sign: SignMessage | null }, { projectId: string; domain: string }>({
    max: MAX_KEPT,
    ttl: KEPT_MS,
    allowStaleOnFetchRejection: true,
    async fetchMethod(_name, _stale, { context }) {
      const key = await findKey(context)
      return { sign: key && createDkimSigner({ domain: context.domain, ...key }) }
    },
  })
  return async (message, raw) => {
    const owner = { projectId: message.projectId, domain: domainToASCII(domainOf(message.from).toLowerCase()) }
    const signer = await signers.fetch(`${owner.projectId}:${owner.domain}`, { context: owner })
    if (signer?.sign) return signer.sign(message, raw)
    return otherwise ? otherwise(message, raw) : raw
  }
}
