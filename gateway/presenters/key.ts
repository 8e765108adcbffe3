import type { z } from 'zod'
import type { KeyWithSecret } from '../../commands/tenancy/keys/named-keys.js'
import type { ApiKeyRecord } from '../../models/api-key.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import type { KeyResponse, KeyWithSecretResponse } from '../schemas/key.js'

/** A named key as the API shows it. */
export function presentKey(key: ApiKeyRecord): z.input<typeof KeyResponse> {
  const { _id: id, name, scope, domains, lastFour, createdBy, createdAt, expiresAt, lastUsedAt, previousUntil } = key
  const isInGrace = previousUntil !== null && previousUntil > databaseNow()
  return {
    id,
    name,
    scope,
    domains,
    lastFour,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    previousUntil: isInGrace ? previousUntil.toISOString() : null,
  }
}

/** A named key with its secret. */
export function presentKeyWithSecret({ key, secret }: KeyWithSecret): z.input<typeof KeyWithSecretResponse> {
  return { ...presentKey(key), secret }
}
