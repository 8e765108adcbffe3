import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { domainOf } from '../../../models/domain/addresses.js'
import { Project } from '../../../models/project.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import type { Config } from '../../../runtime/config.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { newId } from '../../../runtime/ids.js'
import { hashKey } from '../../../runtime/sealed.js'
import { spellAddress } from '../../../models/domain/addresses.js'
import { makeState } from '../../base/records/project-state.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import type { PageSettings } from './link-to.js'

/** The settings that mail to users needs. */
export interface PlatformSettings {
  /** Null: no mail is sent to users, and their addresses count as verified. */
  from: string | null
  fromName: string
  /** Where the pages are that links lead to. */
  pages: PageSettings
  encryptionKeys: EncryptionKeys
  allowTestDomains: boolean
  retentionDays: number
  /** How many mails the installation sends to users in a day; 0 for no limit. */
  mailsPerDay: number
}

/** The settings of mail to users. */
export function platformSettings(config: Config): PlatformSettings {
  return {
    from: config.PLATFORM_FROM === undefined ? null : spellAddress(config.PLATFORM_FROM),
    fromName: config.PLATFORM_NAME,
    pages: config,
    encryptionKeys: config.ENCRYPTION_KEY,
    allowTestDomains: config.ALLOW_TEST_DOMAINS,
    retentionDays: config.EMAIL_BODY_RETENTION_DAYS,
    mailsPerDay: config.PLATFORM_MAILS_PER_DAY,
  }
}

/**
 * Creates the project of the installation if it does not exist, and lets it send from the operator's address `from`.
 * May be repeated.
 */
export async function preparePlatform(from: string): Promise<void> {
  const now = new Date()
  const fields = {
    name: 'Platform',
    publicKeyHash: hashKey(randomUUID()),
    secretKeyHash: hashKey(randomUUID()),
    publicKeySealed: '',
    secretKeySealed: '',
    webhookSecretSealed: null,
    disabled: false,
    disabledReason: null,
    language: 'en',
    tracking: 'DISABLED' as const,
    timezone: 'UTC',
    publicKeyMayResubscribe: false,
    createdAt: now,
    updatedAt: now,
  }
  const [projectId, domain] = [PLATFORM_PROJECT_ID, domainToASCII(domainOf(from)) || domainOf(from)]
  await makeState(projectId)
  await Project.collection.updateOne({ _id: projectId as never }, { $setOnInsert: fields }, { upsert: true })
  // The domain needs no DNS records of ours, because the operator has chosen the sender and cares for its domain.
  await SenderDomain.updateOne(
    { projectId, domain },
    { $set: { verified: true }, $setOnInsert: { _id: newId() } },
    { upsert: true },
  )
}
