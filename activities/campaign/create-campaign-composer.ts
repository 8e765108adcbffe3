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

/** Where a message takes from what is of chance and of the moment, and who wants to know how it was composed. */
export interface ComposerOptions {
  linksOf?: typeof recipientLinks
  boundary?: () => string
  now?: () => Date
  onComposed?: (isCompiled: boolean) => void
  onCompiling?: (compiling: Promise<unknown>) => void
}

type CompiledTemplates = LRUCache<string, Promise<CompiledTemplate | null>>

const MAX_EDITIONS = 64
// Composed as wholes meanwhile, messages would stand in the way of the very thing that makes them cheap.
const COMPILE_PATIENCE_MS = 2_000
const PREPARE_PATIENCE_MS = 10_000
const SIGHTS = 4
const BOUNDARY_BYTES = 8

/** Composes messages of campaigns; what recipients have in common is worked out once for each content. */
export interface CampaignComposer {
  compose: ComposeEmail
  /** Works out what messages like this one have in common, so that the first of them need not wait for it. */
  prepare(email: EmailRecord, eligible: Eligible): Promise<void>
}

/** A composer with nothing worked out yet. */
export function createCampaignComposer(settings: AddressSettings, options: ComposerOptions = {}): CampaignComposer {
  const compiledTemplates: CompiledTemplates = new LRUCache({ max: MAX_EDITIONS })
  const around = { settings, options, compiledTemplates }
  return {
    async compose(email, eligible) {
      const composed = await composeCompiled(email, eligible, around)
      options.onComposed?.(composed !== null)
      return composed ?? composeEmail(email, eligible, settings)
    },
    async prepare(email, eligible) {
      // Worth compiling at the second sight, and once more when values turn out to stand in odd places.
      for (let sight = 0; sight < SIGHTS; sight += 1) {
        if (await composeCompiled(email, eligible, around, PREPARE_PATIENCE_MS)) return
      }
    },
  }
}

interface Surroundings {
  settings: AddressSettings
  options: ComposerOptions
  compiledTemplates: CompiledTemplates
}

async function composeCompiled(
  email: EmailRecord,
  eligible: Eligible,
  { settings, options, compiledTemplates }: Surroundings,
  patienceMs = COMPILE_PATIENCE_MS,
): Promise<ComposedEmail | null> {
  if (!fitsSkeleton(email)) return null
  const { _id: emailId, projectId, contactId } = email
  const { project } = eligible
  const links = (options.linksOf ?? recipientLinks)({ projectId, contactId, emailId }, settings)
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
      await Promise.race([fitting, delay(patienceMs, null, { ref: false })])
      fitting = compiledTemplate.fit(variables, token)
    }
    if (!fitting || fitting instanceof Promise) return null
    const { subject, skeleton, variant, plain } = fitting
    const bodies = variant.bodiesFor({ message: { projectId, emailId }, token, plain })
    if (!bodies) return null
    const boundary = (options.boundary ?? newBoundary)()
    const date = (options.now ?? now)()
    const raw = fillSkeleton(skeleton, { subject, to: email.to, emailId, token, boundary, date, ...bodies })
    return { raw, subject, isTracked: isTracked(email, project.tracking) }
  } catch (error) {
    // Whoever composes it as a whole says what is wrong with it.
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
  const known = compiledTemplates.get(key)
  if (known) return known
  const opened = openCompiledTemplate(wanted).catch((error: unknown) => {
    compiledTemplates.delete(key)
    throw error
  })
  compiledTemplates.set(key, opened)
  return opened
}

// All that decides what messages have in common, the content by its id, which is a hash of it.
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
    // Too large for good; while the project is held back, it may be no matter of this content.
    if (error instanceof OverBudget && !isHeavy(project._id)) return null
    throw error
  }
}

function newBoundary(): string {
  return `--_NmP-${takeRandomBytes(BOUNDARY_BYTES).toString('hex')}-Part_1`
}

function now(): Date {
  return new Date()
}
