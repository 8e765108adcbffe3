import type { z } from 'zod'
import type { ExternalIdentity } from '../../models/user.js'
import type { IdentityResponse } from '../schemas/user.js'

/** A connected account of another service as the API shows it to its user. */
export function presentIdentity({ provider, email, connectedAt }: ExternalIdentity): z.input<typeof IdentityResponse> {
  return { provider, ...(email === null ? {} : { email }), connectedAt: connectedAt.toISOString() }
}
