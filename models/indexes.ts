import mongoose from 'mongoose'
import './attachment-upload.js'
import './campaign-batch.js'
import './campaign.js'
import './contact-count.js'
import './contact.js'
import './content.js'
import './email.js'
import './event-batch.js'
import './event.js'
import './execution.js'
import './field.js'
import './idempotency-key.js'
import './import-chunk.js'
import './job.js'
import './member.js'
import './notification.js'
import './project.js'
import './provider-signal.js'
import './purge-progress.js'
import './rate-limit.js'
import './segment.js'
import './send-schedule.js'
import './sender-domain.js'
import './shared-variables.js'
import './step-execution.js'
import './suppression.js'
import './template.js'
import './user.js'
import './wait.js'
import './worker-heartbeat.js'
import './workflow.js'
import './workflow-version.js'

/** Creates all missing collections and indexes; safe to repeat, and to run in several processes concurrently. */
export async function createIndexes(): Promise<void> {
  for (const model of Object.values(mongoose.models)) {
    // A transaction fails on a collection that another transaction is creating, so that all must exist beforehand.
    await model.createCollection()
    await model.createIndexes()
  }
}
