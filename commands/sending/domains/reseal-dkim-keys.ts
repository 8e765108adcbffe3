import { DkimKey } from '../../../models/dkim-key.js'
import { acrossProjects } from '../../../models/owned-model.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { isSealedWithFirst, seal, unseal } from '../../../runtime/sealed.js'

const BATCH = 500

/** The result for a batch of keys. */
export interface ResealedKeys {
  resealed: number
  /** The keys that no encryption key can open. The reason names the missing encryption key by its id. */
  unopened: { projectId: string; domain: string; reason: string }[]
}

/**
 * Seals all private keys with the first encryption key, unless it sealed them already. Works batch by batch, and may be
 * repeated.
 */
export async function* resealDkimKeys(keys: EncryptionKeys): AsyncGenerator<ResealedKeys> {
  for (let after = ''; ;) {
    const batch = await DkimKey.find(acrossProjects({ _id: { $gt: after } }, 'an operator reseals all keys'))
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean()
    const result: ResealedKeys = { resealed: 0, unopened: [] }
    for (const { _id, projectId, domain, privateKeySealed: from } of batch) {
      if (!from || isSealedWithFirst(from, keys)) continue
      try {
        const to = seal(unseal(from, keys), keys)
        const filter = { _id, projectId, privateKeySealed: from }
        result.resealed += (await DkimKey.updateOne(filter, { $set: { privateKeySealed: to } })).modifiedCount
      } catch (error) {
        result.unopened.push({ projectId, domain, reason: error instanceof Error ? error.message : 'unknown' })
      }
    }
    const last = batch.at(-1)
    if (!last) return
    after = last._id
    yield result
  }
}
