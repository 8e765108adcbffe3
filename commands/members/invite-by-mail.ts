import { chooseLanguage } from '../../models/domain/choose-language.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { ProjectRecord } from '../../models/project.js'
import { hashKey } from '../../runtime/sealed.js'
import type { PlatformSettings } from '../platform/platform.js'
import { sendPlatformMail } from '../platform/send-platform-mail.js'

/** Mails an address that it is invited to a project: once in seven days, however often it is invited. */
export async function inviteByMail(
  to: string,
  { _id: projectId, name: project, language: projectLanguage }: Pick<ProjectRecord, '_id' | 'name' | 'language'>,
  settings: PlatformSettings,
): Promise<OutboxEntry[]> {
  const once = `invite:${projectId}:${hashKey(to)}`
  const language = chooseLanguage({ projectLanguage })
  return sendPlatformMail({ kind: 'invite', to, language, path: '/signup', project, once }, settings)
}
