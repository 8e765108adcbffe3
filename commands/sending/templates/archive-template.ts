import { Template, type TemplateRecord } from '../../../models/template.js'
import { requireAsRead, type ReadState } from '../../base/listing/stale-change.js'
import { findTemplate, type TemplateRef } from './find-template.js'
import { asStored } from './store-content.js'

/**
 * Archives a template or restores it. Throws TEMPLATE_NOT_FOUND, and StaleChangeError for a template that was changed
 * since `ifUpdatedAt`.
 */
export async function archiveTemplate(edit: TemplateRef & ReadState, archived: boolean): Promise<TemplateRecord> {
  const changed = await Template.findOneAndUpdate(
    { ...asStored(edit), archived: !archived },
    { $set: { archived } },
    // The content of the template does not change, so that nobody's edit of it becomes stale.
    { returnDocument: 'after', timestamps: false },
  ).lean()
  if (changed) return changed
  const template = await findTemplate(edit)
  requireAsRead(template, edit)
  return template
}
