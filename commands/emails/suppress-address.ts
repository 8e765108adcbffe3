import { AppError } from '../../models/domain/errors.js'
import { retryOnDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Suppression, type SuppressionRecord } from '../../models/suppression.js'
import { spelledAs } from '../address-spellings.js'

/**
 * Suppresses an address by hand. Every message that is claimed after this returns is suppressed; a message that is
 * being handed over may still leave. An address that is suppressed already keeps its reason.
 */
export async function suppressAddress(
  projectId: string,
  email: string,
): Promise<{ suppression: SuppressionRecord; isNew: boolean }> {
  const { value, lastErrorObject } = await retryOnDuplicateKey(() =>
    Suppression.findOneAndUpdate(
      { projectId, email: spelledAs(email) },
      { $setOnInsert: { email, reason: 'MANUAL' } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true, lean: true },
    ),
  )
  if (!value) throw new Error('No suppression upserted')
  return { suppression: value, isNew: lastErrorObject?.upserted !== undefined }
}

/** Lifts the suppression of an address; its contact stays as it is. Throws RESOURCE_NOT_FOUND for none. */
export async function liftSuppression(projectId: string, email: string): Promise<void> {
  const { deletedCount } = await Suppression.deleteMany({ projectId, email: spelledAs(email) })
  if (deletedCount > 0) return
  throw new AppError('RESOURCE_NOT_FOUND', 'Suppression not found', { details: { resource: 'suppression', id: email } })
}
