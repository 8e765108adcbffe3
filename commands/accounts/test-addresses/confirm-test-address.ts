import { AppError } from '../../../models/domain/errors.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { TestAddress, type TestAddressRecord } from '../../../models/test-address.js'
import { hashKey } from '../../../runtime/sealed.js'

/** The pending address of a mailed token. Throws BAD_REQUEST if the token is unknown, used or expired. */
export async function findPendingAddress(token: string): Promise<TestAddressRecord> {
  return (await TestAddress.findOne(byToken(token)).lean()) ?? refuse()
}

/** Confirms the address of a mailed token, once. Throws as `findPendingAddress` does. */
export async function confirmTestAddress(token: string): Promise<TestAddressRecord> {
  const confirmed = { tokenHash: null, confirmedAt: new Date(), isProved: true }
  const changed = await TestAddress.findOneAndUpdate(
    byToken(token),
    { $set: confirmed, $unset: { expiresAt: 1 } },
    { returnDocument: 'after' },
  ).lean()
  return changed ?? refuse()
}

// The filter checks the expiry, because MongoDB deletes expired documents only once a minute, or later under load.
function byToken(token: string) {
  const isValid = { tokenHash: hashKey(token), expiresAt: { $gt: new Date() } }
  return acrossProjects(isValid, 'only the token identifies the project')
}

function refuse(): never {
  throw new AppError('BAD_REQUEST', 'This link is invalid or has expired', { details: { field: 'token' } })
}
