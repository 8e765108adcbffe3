import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'
import type { SavedContent } from './template.js'

/** A former content of a template. `_id` is `<templateId>:<version>`. MongoDB deletes it at `expiresAt`. */
export interface TemplateVersionRecord extends SavedContent {
  _id: string
  projectId: string
  templateId: string
  /** The content as JSON, compressed with gzip. */
  content: Buffer
  expiresAt: Date
}

const templateVersionSchema = new Schema<TemplateVersionRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    templateId: { type: String, required: true },
    version: { type: Number, required: true },
    savedAt: { type: Date, required: true },
    authorId: { type: String, default: null },
    changes: { type: [String], required: true },
    content: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'template_versions', strict: 'throw', minimize: false },
)
// GET /templates/{id}/versions, newest first; the oldest as a change adds one; the deletion of a template or a project.
templateVersionSchema.index({ projectId: 1, templateId: 1, version: -1 })
// MongoDB deletes versions that have expired.
templateVersionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(templateVersionSchema)

export const TemplateVersion = ownedModel<TemplateVersionRecord>('TemplateVersion', templateVersionSchema)

/** The id of one version of a template. */
export function templateVersionId(templateId: string, version: number): string {
  return `${templateId}:${version}`
}
