import type { z } from 'zod'
import type { Membership } from '../../commands/projects/memberships.js'
import type { ProjectRecord } from '../../models/project.js'
import { unseal } from '../../runtime/sealed.js'
import type { ProjectResponse } from '../schemas/project.js'

/** A project as the API shows it to a member with this role. */
export function presentProject(
  { project, role }: Membership,
  { ENCRYPTION_KEY: encryptionKey }: { ENCRYPTION_KEY: string },
): z.input<typeof ProjectResponse> {
  return {
    id: project._id,
    name: project.name,
    ...(role === 'MEMBER' ? {} : keysOf(project, encryptionKey)),
    disabled: project.disabled,
    disabledReason: project.disabledReason,
    language: project.language,
    tracking: project.tracking,
    timezone: project.timezone,
    role,
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  }
}

function keysOf(
  { publicKeySealed, secretKeySealed, webhookSecretSealed }: ProjectRecord,
  encryptionKey: string,
): Pick<z.input<typeof ProjectResponse>, 'public' | 'secret' | 'webhookSecret'> {
  return {
    public: unseal(publicKeySealed, encryptionKey),
    secret: unseal(secretKeySealed, encryptionKey),
    webhookSecret: webhookSecretSealed && unseal(webhookSecretSealed, encryptionKey),
  }
}
