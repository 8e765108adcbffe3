import mongoose from 'mongoose'
import './account-token.js'
import './address-list.js'
import './api-key.js'
import './attachment-part.js'
import './attachment-upload.js'
import './billing-event.js'
import './campaign-batch.js'
import './campaign-link.js'
import './campaign.js'
import './checked-address.js'
import './contact-count.js'
import './contact.js'
import './content.js'
import './deleted-project.js'
import './dkim-key.js'
import './daily-count.js'
import './email.js'
import './event-name.js'
import './event.js'
import './execution.js'
import './export-part.js'
import './field.js'
import './hit.js'
import './idempotency-key.js'
import './import-chunk.js'
import './import-faults.js'
import './installation-secret.js'
import './installation-totals.js'
import './invitation.js'
import './job.js'
import './mailbox.js'
import './member.js'
import './migration.js'
import './outbox-entry.js'
import './project.js'
import './project-state.js'
import './notification-times.js'
import './notification.js'
import './purge-progress.js'
import './rate-limit.js'
import './received-body.js'
import './relay-heartbeat.js'
import './schema-state.js'
import './segment.js'
import './send-schedule.js'
import './sender-domain.js'
import './session.js'
import './shared-limit.js'
import './shared-variables.js'
import './soft-bounces.js'
import './step-count.js'
import './step-execution.js'
import './suppression.js'
import './template.js'
import './template-version.js'
import './test-address.js'
import './test-strangers.js'
import './upload.js'
import './usage-tally.js'
import './user.js'
import './view.js'
import './wait.js'
import './work-holder.js'
import './workflow.js'
import './workflow-version.js'
import { shardingOf, type Sharding } from './shard-key.js'

/** The options of an index that MongoDB compares. Other options only concern the building of the index. */
export interface IndexOptions {
  unique?: boolean
  sparse?: boolean
  hidden?: boolean
  expireAfterSeconds?: number
  partialFilterExpression?: object
  collation?: object
}

/** An index as MongoDB lists it, or as a model declares it. */
export interface Index extends IndexOptions {
  name: string
  key: Record<string, unknown>
}

/** A collection with the indexes that it should have besides the index of `_id`. */
export interface IndexedCollection {
  name: string
  indexes: Index[]
}

/** What a model declares of its collection. */
export interface DeclaredCollection extends IndexedCollection, Sharding {}

const OPTIONS = ['unique', 'sparse', 'hidden', 'expireAfterSeconds', 'partialFilterExpression', 'collation'] as const

/** The collections that the models of this version declare. */
export function declaredCollections(): DeclaredCollection[] {
  return Object.values(mongoose.models).map(({ collection, schema }) => ({
    name: collection.name,
    indexes: schema.indexes().map(([key, options]) => asIndex({ ...options, key })),
    ...shardingOf(schema),
  }))
}

/** An index with only the options that a comparison needs. */
export function asIndex(from: { key: object; name?: string | undefined; [option: string]: unknown }): Index {
  const parts = Object.entries(from.key).flatMap(([field, direction]) => [field, String(direction)])
  const options = OPTIONS.filter((option) => from[option] !== undefined && from[option] !== false)
  return {
    key: { ...from.key },
    name: from.name ?? parts.join('_'),
    ...Object.fromEntries(options.map((option) => [option, from[option]])),
  }
}
