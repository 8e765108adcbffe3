import type { TemplateRecord } from '../../../models/template.js'
import { requireAsRead, StaleChangeError } from '../../base/listing/stale-change.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { checkSender } from '../emails/check-sender.js'
import type { MessageSettings } from '../sources/message-settings.js'
import { readFormer } from './find-template-version.js'
import { findTemplate } from './find-template.js'
import { versionOf } from './keep-version.js'
import { storeContent, type TemplateEdit } from './store-content.js'

/**
 * Gives a template the content of one of its versions again, as a change that makes a version of its own. Name,
 * description and type stay. Throws TEMPLATE_NOT_FOUND, also for a version that is unknown or no longer kept,
 * DOMAIN_NOT_VERIFIED for a sender that the template does not have now, and StaleChangeError for a template that was
 * changed since `ifUpdatedAt`.
 */
export async function restoreTemplateVersion(
  edit: TemplateEdit,
  version: number,
  settings: MessageSettings,
): Promise<TemplateRecord> {
  const template = await findTemplate(edit)
  requireAsRead(template, edit)
  if (version === versionOf(template).version) return template
  const { body, editor, source, ...fields } = (await readFormer(template, version)).content
  if (fields.from !== template.from) {
    const { allowTestDomains } = settings
    await checkSender({ projectId: edit.projectId, address: fields.from, allowTestDomains })
  }
  // Null takes the design or MJML away that the template has now, unless the version has its own.
  const change = { fields, sent: { design: null, mjml: null }, content: { body, editor, source } }
  const changed = await inTransaction((session) => storeContent(session, edit, change))
  if (!changed) throw new StaleChangeError(await findTemplate(edit))
  return changed
}
