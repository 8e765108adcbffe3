import { resealMailboxKey, type UnopenedInstallationSecret } from '../commands/base/installation/mailbox-key.js'
import { resealDkimKeys, type ResealedKeys } from '../commands/sending/domains/reseal-dkim-keys.js'
import { resealProjects, type UnopenedSecret } from '../commands/tenancy/projects/reseal-projects.js'
import { readConfig } from '../runtime/config.js'
import { keyId } from '../runtime/encryption-keys.js'
import { defineCommand } from './command.js'
import { inDatabase } from './in-database.js'

type Unopened = UnopenedSecret | ResealedKeys['unopened'][number] | UnopenedInstallationSecret

const UNOPENED = 1

export const resealCommand = defineCommand({
  usage: '',
  about: `Re-encrypts all secrets with the first key of ENCRYPTION_KEY. The exit status is 1 if there is a secret
that none of the keys can decrypt.`,
  async run() {
    const { ENCRYPTION_KEY: keys, ...config } = readConfig()
    const total = { key: keyId(keys[0]), projects: 0, resealed: 0 }
    const unopened: Unopened[] = []
    await inDatabase(config, async () => {
      for await (const batch of resealProjects(keys)) {
        unopened.push(...batch.unopened)
        total.projects += batch.projects
        total.resealed += batch.resealed
      }
      for await (const batch of resealDkimKeys(keys)) {
        unopened.push(...batch.unopened)
        total.resealed += batch.resealed
      }
      const { resealed, reason } = await resealMailboxKey(keys)
      total.resealed += resealed
      if (reason !== null) unopened.push({ name: 'mailboxes', reason })
    })
    return {
      lines: [
        ...unopened.map(describe),
        `${total.projects} projects checked, ${total.resealed} secrets re-encrypted with the key ${total.key}.`,
        unopened.length === 0
          ? 'All secrets are encrypted with this key.'
          : `${unopened.length} secrets cannot be decrypted.`,
      ],
      json: { ...total, unopened },
      status: unopened.length > 0 ? UNOPENED : 0,
    }
  },
})

function describe(secret: Unopened): string {
  if ('name' in secret) return `Installation, key of ${secret.name}: ${secret.reason}`
  const name = 'field' in secret ? secret.field : `signing key of ${secret.domain}`
  return `Project ${secret.projectId}, ${name}: ${secret.reason}`
}
