import type { z } from 'zod'
import type { TestAddressRecord } from '../../models/test-address.js'
import type { TestAddressResponse } from '../schemas/test-address.js'

/** A test address as the API shows it. */
export function presentTestAddress(address: TestAddressRecord): z.input<typeof TestAddressResponse> {
  const { _id: id, email, addedBy, createdAt, confirmedAt, expiresAt } = address
  return {
    id,
    email,
    status: confirmedAt ? 'CONFIRMED' : 'PENDING',
    addedBy,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    expiresAt: confirmedAt ? null : (expiresAt?.toISOString() ?? null),
  }
}
