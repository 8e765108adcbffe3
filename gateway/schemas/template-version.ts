import { z } from 'zod'
import { VersionAuthor } from './author.js'
import { DateTime, IfUpdatedAt } from './date.js'
import { TemplateParams, TemplateResponse } from './template.js'

// linear: digits between ^ and $.
const VERSION = /^[1-9][0-9]{0,8}$/

/** The path of one version of a template. */
export const TemplateVersionParams = TemplateParams.extend({
  version: z.string().meta({ description: 'The number of the version.', examples: ['1'] }),
})

/** The number of the version that a path names; 0, which no version has, for a malformed one. */
export function readVersion({ version }: z.output<typeof TemplateVersionParams>): number {
  return VERSION.test(version) ? Number(version) : 0
}

/** A version of a template without its content. */
export const ListedTemplateVersion = z
  .object({
    version: z.int().meta({ examples: [1] }),
    savedAt: DateTime,
    author: VersionAuthor,
    changes: z.array(z.string()).meta({
      description:
        'The parts that differ from the version before: `subject`, `previewText`, `body`, `from`, `fromName`, ' +
        '`replyTo`, and `translations.` with a language. Empty for the first version.',
      examples: [['subject', 'translations.de']],
    }),
    isCurrent: z.boolean().meta({ description: 'Whether the template has this content now.', examples: [true] }),
  })
  .meta({ id: 'ListedTemplateVersion' })

/** A version of a template. */
export const TemplateVersionResponse = ListedTemplateVersion.extend(
  TemplateResponse.pick({
    subject: true,
    body: true,
    from: true,
    fromName: true,
    replyTo: true,
    editor: true,
    design: true,
    mjml: true,
    translations: true,
  }).shape,
).meta({ id: 'TemplateVersion' })

/** The body of the restoration of a version. */
export const VersionRestoration = z.object({ ifUpdatedAt: IfUpdatedAt }).meta({ id: 'VersionRestoration' })
