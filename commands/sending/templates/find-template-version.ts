import type { mongo } from 'mongoose'
import { AppError } from '../../../models/domain/errors.js'
import { TemplateVersion, templateVersionId, type TemplateVersionRecord } from '../../../models/template-version.js'
import type { TemplateRecord } from '../../../models/template.js'
import { findAuthors } from '../../base/listing/find-authors.js'
import { findTemplate, type TemplateRef } from './find-template.js'
import { versionOf } from './keep-version.js'
import type { ListedTemplateVersion } from './list-template-versions.js'
import { contentOf, unpackContent, type TemplateContent } from './template-content.js'

/** A version of a template with its content. */
export interface TemplateVersionContent extends ListedTemplateVersion {
  content: TemplateContent
}

/** Reads a version of a template. Throws TEMPLATE_NOT_FOUND, also for a version that is unknown or no longer kept. */
export async function findTemplateVersion(ref: TemplateRef, version: number): Promise<TemplateVersionContent> {
  const template = await findTemplate(ref)
  const current = versionOf(template)
  const isCurrent = version === current.version
  const { content, ...saved } = isCurrent
    ? { ...current, content: contentOf(template) }
    : await readFormer(template, version)
  const authorOf = await findAuthors([saved])
  const { savedAt, changes } = saved
  return { version, savedAt, changes, author: authorOf(saved), isCurrent, content }
}

// A read document has the driver's type for bytes.
type StoredVersion = Omit<TemplateVersionRecord, 'content'> & { content: mongo.Binary }

/** Reads a former version. Throws TEMPLATE_NOT_FOUND. */
export async function readFormer({ _id: templateId, projectId }: TemplateRecord, version: number) {
  const which = { _id: templateVersionId(templateId, version), projectId }
  const former = await TemplateVersion.findOne(which).lean<StoredVersion>()
  if (!former) {
    const details = { resource: 'template', id: templateId, version }
    throw new AppError('TEMPLATE_NOT_FOUND', `The template has no version ${version}`, { details })
  }
  const { savedAt, authorId, changes } = former
  return { version, savedAt, authorId, changes, content: await unpackContent(former.content.value()) }
}
