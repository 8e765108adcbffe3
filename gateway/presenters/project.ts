import type { z } from 'zod'
import type { Membership } from '../../commands/tenancy/projects/memberships.js'
import type { ProjectRecord } from '../../models/project.js'
import { unseal } from '../../runtime/sealed.js'
import type { ProjectResponse } from '../schemas/project.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** A project as the API shows it to a member with this role. */
export function presentProject(
  { project, role }: Membership,
  { ENCRYPTION_KEY: encryptionKeys }: { ENCRYPTION_KEY: EncryptionKeys },
): z.input<typeof ProjectResponse> {
  return {
    id: project._id,
    name: project.name,
    ...(role === 'MEMBER' ? {} : keysOf(project, encryptionKeys)),
    disabled: project.disabled,
    disabledReason: project.disabledReason,
    language: project.language,
    tracking: project.tracking,
    timezone: project.timezone,
    publicKeyMayResubscribe: project.publicKeyMayResubscribe,
    brand: project.brand ?? {},
    utm: project.utm ?? null,
    role,
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  }
}

function keysOf(
  { publicKeySealed, secretKeySealed, webhookSecretSealed, keyUses }: ProjectRecord,
  encryptionKeys: EncryptionKeys,
): Pick<
  z.input<typeof ProjectResponse>,
  'public' | 'publicLastUsedAt' | 'secret' | 'secretLastUsedAt' | 'webhookSecret'
> {
  return {
    public: unseal(publicKeySealed, encryptionKeys),
    publicLastUsedAt: keyUses?.public?.toISOString() ?? null,
    secret: unseal(secretKeySealed, encryptionKeys),
    secretLastUsedAt: keyUses?.secret?.toISOString() ?? null,
    webhookSecret: webhookSecretSealed && unseal(webhookSecretSealed, encryptionKeys),
  }
}
