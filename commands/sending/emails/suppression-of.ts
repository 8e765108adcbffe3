import { Suppression, type SuppressionRecord } from '../../../models/suppression.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAs, spelledAsAny } from '../../base/listing/address-spellings.js'
import { inForce } from '../../audience/contacts/suppressions-in-force.js'

/** The suppression of an address that is in force now; null without one. */
export async function suppressionOf(projectId: string, address: string): Promise<SuppressionRecord | null> {
  return Suppression.findOne({ projectId, email: spelledAs(address), ...inForce(databaseNow()) }).lean()
}

/** The suppressions of addresses that are in force now, by the normalised spelling of each address. */
export async function suppressionsOf(
  projectId: string,
  addresses: readonly string[],
): Promise<Map<string, SuppressionRecord>> {
  if (addresses.length === 0) return new Map()
  const found = await Suppression.find({
    projectId,
    email: spelledAsAny(addresses),
    ...inForce(databaseNow()),
  }).lean()
  return new Map(found.map((suppression) => [normaliseAddress(suppression.email), suppression]))
}
