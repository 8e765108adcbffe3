import type { EmailRecord } from '../../models/email.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { unseal } from '../../runtime/sealed.js'
import { PLATFORM_PROJECT_ID } from './platform.js'

/** An email with the link that it was stored with sealed, where the installation itself sends it to a user. */
export function withOpenLink(email: EmailRecord, encryptionKeys: EncryptionKeys): EmailRecord {
  const { projectId, variables } = email
  const link = variables?.data?.['link']
  if (projectId !== PLATFORM_PROJECT_ID || typeof link !== 'string') return email
  return { ...email, variables: { ...variables, data: { ...variables?.data, link: unseal(link, encryptionKeys) } } }
}
