import { setTimeout as delay } from 'node:timers/promises'
import { readAttachment } from '../../commands/sending/emails/attachments.js'
import { withSharedVariables } from '../../commands/sending/emails/shared-variables.js'
import { loadContent } from '../../commands/sending/emails/store-content.js'
import { withOpenLink } from '../../commands/sending/platform-mail/open-link.js'
import { createMessageComposer, type ComposerObservers } from '../../mail/compose/message-composer.js'
import type { Message } from '../../mail/compose/message.js'
import type { AddressSettings } from '../../mail/links/address-settings.js'
import type { MessageAttachment } from '../../mail/mime/message-input.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import type { EmailRecord } from '../../models/email.js'
import type { Eligible } from './check-eligibility.js'
import type { ComposeEmail } from './deps.js'

/** Composes the emails of all sources. */
export interface EmailComposer {
  compose: ComposeEmail
  /** Compiles the content of an email before its recipients are claimed: a claim must not grow old meanwhile. */
  prepare: (email: EmailRecord, eligible: Eligible) => Promise<void>
}

const PREPARE_TIMEOUT_MS = 10_000

/** A composer with an empty cache of compiled templates. */
export function createEmailComposer(settings: AddressSettings, observers?: ComposerObservers): EmailComposer {
  const composer = createMessageComposer(settings, observers)
  return {
    async compose(email, eligible) {
      const message = await loadMessage(withOpenLink(email, settings.encryptionKeys), eligible)
      if (!message) return { reason: 'The content of this email is no longer kept' }
      try {
        return await composer.compose(message)
      } catch (error) {
        return { reason: reasonOf(error) }
      }
    },
    async prepare(email, eligible) {
      const message = await loadMessage(email, eligible)
      // A render error is ignored here, because `compose` returns it for each message.
      const prepared = message && composer.prepare(message).catch(reasonOf)
      await Promise.race([prepared, delay(PREPARE_TIMEOUT_MS, null, { ref: false })])
    },
  }
}

/** Null when the content of the email is no longer kept. */
async function loadMessage(stored: EmailRecord, { contact, project }: Eligible): Promise<Message | null> {
  const email = await withSharedVariables(stored)
  const content = email && (await loadContent(email.projectId, email.contentId))
  if (!content) return null
  return { email, content, contact, project, attachments: await readAttachments(email) }
}

async function readAttachments({ projectId, attachments }: EmailRecord): Promise<MessageAttachment[]> {
  return Promise.all(
    attachments.map(async ({ fileId, contentId, ...file }) => ({
      ...file,
      ...(contentId ? { contentId } : {}),
      content: await readAttachment(projectId, { fileId, sizeBytes: file.sizeBytes }),
    })),
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof RenderError) return error.message
  throw error
}
