import { readAttachment } from '../../commands/emails/attachments.js'
import { withSharedVariables } from '../../commands/emails/shared-variables.js'
import { loadContent } from '../../commands/emails/store-content.js'
import type { CompileOptions } from '../../mail/compiled/compiled-template.js'
import { createMessageComposer } from '../../mail/compose/message-composer.js'
import type { AddressSettings } from '../../mail/links/address-settings.js'
import type { MessageAttachment } from '../../mail/mime/message-input.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import type { AttachmentRecord, EmailRecord } from '../../models/email.js'
import type { Eligible } from './check-eligibility.js'
import type { ComposedEmail, ComposeEmail } from './deps.js'

/** Composes the emails of all sources. */
export interface EmailComposer {
  compose: ComposeEmail
  /** Compiles the content of an email, so that the first messages of it do not wait. */
  prepare: (email: EmailRecord, eligible: Eligible) => Promise<void>
}

// Compiled in a thread, which may have to start.
const EAGER: CompileOptions = { timeoutMs: 10_000, isEager: true }

/** A composer with an empty cache of compiled templates. `onComposed` is told whether a compiled one was filled in. */
export function createEmailComposer(
  settings: AddressSettings,
  onComposed?: (isFilledIn: boolean) => void,
): EmailComposer {
  const composeMessage = createMessageComposer(settings, onComposed)

  async function compose(
    stored: EmailRecord,
    { contact, project }: Eligible,
    options?: CompileOptions,
  ): Promise<ComposedEmail | { reason: string }> {
    const email = await withSharedVariables(stored)
    const content = email && (await loadContent(email.projectId, email.contentId))
    if (!content) return { reason: 'The content of this email is no longer kept' }
    try {
      const attachments = await readAttachments(email.attachments)
      return await composeMessage({ email, content, contact, project, attachments }, options)
    } catch (error) {
      if (error instanceof RenderError) return { reason: error.message }
      throw error
    }
  }

  return {
    compose: (email, eligible) => compose(email, eligible),
    async prepare(email, eligible) {
      await compose(email, eligible, EAGER)
    },
  }
}

async function readAttachments(records: AttachmentRecord[]): Promise<MessageAttachment[]> {
  return Promise.all(
    records.map(async ({ fileId, contentId, ...file }) => ({
      ...file,
      ...(contentId ? { contentId } : {}),
      content: await readAttachment(fileId),
    })),
  )
}
