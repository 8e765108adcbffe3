import type { Answer } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { languageName } from '../../../shared/language-name.js'

/** A version of a template in its history. */
export type ListedVersion = Answer<'GET /templates/:id/versions'>['data'][number]

/** A version of a template with its content. */
export type Version = Answer<'GET /templates/:id/versions/:version'>

const TRANSLATION = 'translations.'

/** What a version changed, in words. */
export function changesText({ version, changes }: Pick<ListedVersion, 'version' | 'changes'>): string {
  const { parts, translation, first, changed } = t.templateHistory
  const names = changes.map((part) => {
    if (part.startsWith(TRANSLATION)) return translation(languageName(part.slice(TRANSLATION.length)))
    return part in parts ? parts[part as keyof typeof parts] : part
  })
  if (names.length > 0) return changed(names.join(', '))
  return version === 1 ? first : ''
}
