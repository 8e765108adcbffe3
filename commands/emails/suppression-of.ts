import { Suppression, type SuppressionRecord } from '../../models/suppression.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { spelledAs } from '../address-spellings.js'
import { inForce } from './suppressions-in-force.js'

/** The suppression of an address that is in force now; null without one. */
export async function suppressionOf(projectId: string, address: string): Promise<SuppressionRecord | null> {
  return Suppression.findOne({ projectId, email: spelledAs(address), ...inForce(databaseNow()) }).lean()
}
