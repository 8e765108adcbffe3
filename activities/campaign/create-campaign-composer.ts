import { setTimeout as delay } from 'node:timers/promises'
import { loadContent } from '../../commands/emails/store-content.js'
import { LRUCache } from 'lru-cache'
import { isTracked } from '../../models/domain/tracking.js'
import type { EmailRecord } from '../../models/email.js'
import type { ProjectRecord } from '../../models/project.js'
import { takeRandomBytes } from '../../runtime/random-bytes.js'
import { recipientLinks } from '../../mail/links/recipient-links.js'
import { chooseTranslation } from '../../mail/rendering/choose-translation.js'
import { TemplateSyntaxError } from '../../mail/rendering/compile.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { OverBudget } from '../../mail/rendering/threads/budget.js'
import { isHeavy } from '../../mail/rendering/threads/heavy-projects.js'
import { withinBudget } from '../../mail/rendering/threads/perform.js'
import { composeEmail, variablesOf } from '../delivery/compose-email.js'
import type { AddressSettings } from '../../mail/links/address-settings.js'
import type { ComposedEmail, ComposeEmail } from '../delivery/deps.js'
import type { Eligible } from '../delivery/check-eligibility.js'
import { CompiledTemplate } from '../../mail/compiled/compiled-template.js'
import { fillSkeleton, fitsSkeleton } from '../../mail/compiled/skeleton.js'

/** Observers of the composition. */
export interface ComposerOptions {
  onComposed?: (isCompiled: boolean) => void
  onCompiling?: (compiling: Promise<unknown>) => void
}

type CompiledTemplates = LRUCache<string, Promise<CompiledTemplate | null>>

const MAX_TEMPLATES = 64
// A message waits this long for its template: messages composed one by one meanwhile would slow the compilation down.
const COMPILE_TIMEOUT_MS = 2_000
const PREPARE_TIMEOUT_MS = 10_000
const PREPARE_ATTEMPTS = 4
const BOUNDARY_BYTES = 8

/** Composes messages of campaigns, from one compiled template for each content. */
export interface CampaignComposer {
  compose: ComposeEmail
  /** Compiles the template of an email, so that the first messages of it do not wait. */
  prepare(email: EmailRecord, eligible: Eligible): Promise<void>
}

/** A composer with an empty cache of compiled templates. */
export function createCampaignComposer(settings: AddressSettings, options: ComposerOptions = {}): CampaignComposer {
  const compiledTemplates: CompiledTemplates = new LRUCache({ max: MAX_TEMPLATES })
  const context = { settings, options, compiledTemplates }
  return {
    async compose(email, eligible) {
      const composed = await composeCompiled(email, eligible, context)
      options.onComposed?.(composed !== null)
      return composed ?? composeEmail(email, eligible, settings)
    },
    async prepare(email, eligible) {
      // A template compiles at the second message, and once more for values in unusual places.
      for (let attempt = 0; attempt < PREPARE_ATTEMPTS; attempt += 1) {
        if (await composeCompiled(email, eligible, context, PREPARE_TIMEOUT_MS)) return
      }
    },
  }
}

interface ComposerContext {
  settings: AddressSettings
  options: ComposerOptions
  compiledTemplates: CompiledTemplates
}

async function composeCompiled(
  email: EmailRecord,
  eligible: Eligible,
  { settings, options, compiledTemplates }: ComposerContext,
  timeoutMs = COMPILE_TIMEOUT_MS,
): Promise<ComposedEmail | null> {
  if (!fitsSkeleton(email)) return null
  const { _id: emailId, projectId, contactId } = email
  const { project } = eligible
  const links = recipientLinks({ projectId, contactId, emailId }, settings)
  const variables = variablesOf(email, eligible, links)
  try {
    const compiledTemplate = await compiledTemplateOf(compiledTemplates, {
      email,
      project,
      locale: variables.locale,
      settings,
      onCompiling: options.onCompiling,
    })
    if (!compiledTemplate?.isOfUse) return null
    const token = links.unsubscribeUrl.slice(links.unsubscribeUrl.lastIndexOf('/') + 1)
    let fitting = compiledTemplate.fit(variables, token)
    if (fitting instanceof Promise) {
      await Promise.race([fitting, delay(timeoutMs, null, { ref: false })])
      fitting = compiledTemplate.fit(variables, token)
    }
    if (!fitting || fitting instanceof Promise) return null
    const { subject, skeleton, variant, plain } = fitting
    const bodies = variant.bodiesFor({ message: { projectId, emailId }, token, plain })
    const filling = { subject, to: email.to, emailId, token, boundary: newBoundary(), date: new Date(), ...bodies }
    const raw = fillSkeleton(skeleton, filling)
    return { raw, subject, isTracked: isTracked(email, project.tracking) }
  } catch (error) {
    // Composing the message without the template reports the error.
    if (error instanceof RenderError || error instanceof OverBudget || error instanceof TemplateSyntaxError) return null
    throw error
  }
}

interface Wanted {
  email: EmailRecord
  project: ProjectRecord
  locale: unknown
  settings: AddressSettings
  onCompiling: ComposerOptions['onCompiling']
}

function compiledTemplateOf(compiledTemplates: CompiledTemplates, wanted: Wanted): Promise<CompiledTemplate | null> {
  const key = keyOf(wanted)
  const cached = compiledTemplates.get(key)
  if (cached) return cached
  const opened = openCompiledTemplate(wanted).catch((error: unknown) => {
    compiledTemplates.delete(key)
    throw error
  })
  compiledTemplates.set(key, opened)
  return opened
}

// Everything that a compiled template depends on; the id of the content is a hash of it.
function keyOf({ email, project, locale }: Wanted): string {
  const { contentId, campaignId, from, fromName, replyTo, type, sourceType, tracking } = email
  const ofEmail = [contentId, campaignId, from, fromName, replyTo, type, sourceType, tracking]
  const ofProject = [project._id, project.name, project.language, project.tracking]
  return JSON.stringify([...ofEmail, ...ofProject, typeof locale === 'string' ? locale : null])
}

async function openCompiledTemplate({
  email,
  project,
  locale,
  settings,
  onCompiling,
}: Wanted): Promise<CompiledTemplate | null> {
  const source = await loadContent(email.projectId, email.contentId)
  if (!source) return null
  const input = {
    content: chooseTranslation(source, locale, project.language),
    email,
    project,
    locale: typeof locale === 'string' ? locale : project.language,
    isTracked: isTracked(email, project.tracking),
    settings,
    onCompiling,
  }
  try {
    return withinBudget(project._id, (budget) => new CompiledTemplate(input, budget))
  } catch (error) {
    // The template is too large for good, unless other templates of the project used up its budget.
    if (error instanceof OverBudget && !isHeavy(project._id)) return null
    throw error
  }
}

function newBoundary(): string {
  return `--_NmP-${takeRandomBytes(BOUNDARY_BYTES).toString('hex')}-Part_1`
}
