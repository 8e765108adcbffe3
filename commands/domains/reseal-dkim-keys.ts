import { DkimKey } from '../../models/dkim-key.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { isSealedWithFirst, seal, unseal } from '../../runtime/sealed.js'

const SLICE = 500

/** The result for a slice of the keys. */
export interface ResealedKeys {
  resealed: number
  /** The keys that no encryption key opens, with the reason, which names the missing key by its id. */
  unopened: { projectId: string; domain: string; reason: string }[]
}

/** Seals private keys that another encryption key sealed with the first one, slice by slice; it may be repeated. */
export async function* resealDkimKeys(keys: EncryptionKeys): AsyncGenerator<ResealedKeys> {
  for (let after = ''; ;) {
    const slice = await DkimKey.find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(SLICE)
      .lean()
    const result: ResealedKeys = { resealed: 0, unopened: [] }
    for (const { _id, projectId, domain, privateKeySealed: from } of slice) {
      if (!from || isSealedWithFirst(from, keys)) continue
      try {
        const to = seal(unseal(from, keys), keys)
        const filter = { _id, projectId, privateKeySealed: from }
        result.resealed += (await DkimKey.updateOne(filter, { $set: { privateKeySealed: to } })).modifiedCount
      } catch (error) {
        result.unopened.push({ projectId, domain, reason: error instanceof Error ? error.message : 'unknown' })
      }
    }
    const last = slice.at(-1)
    if (!last) return
    after = last._id
    yield result
  }
}
