import type { EmailRecord } from '../../../models/email.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { unseal } from '../../../runtime/sealed.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'

/** Unseals the stored link of an email that the installation sends to a user; returns every other email unchanged. */
export function withOpenLink(email: EmailRecord, encryptionKeys: EncryptionKeys): EmailRecord {
  const { projectId, variables } = email
  const link = variables?.data?.['link']
  if (projectId !== PLATFORM_PROJECT_ID || typeof link !== 'string') return email
  return { ...email, variables: { ...variables, data: { ...variables?.data, link: unseal(link, encryptionKeys) } } }
}
