import type { z } from 'zod'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { findStarter } from '../../../models/domain/design/starters/starters.js'
import type { ProjectRecord } from '../../../models/project.js'
import type { NewTemplate } from '../../schemas/template.js'

/** The fields of a new template, of which a starter gives those that the request leaves out. */
export function fromStarter(
  { starter, language: locale, ...sent }: z.output<typeof NewTemplate>,
  project: ProjectRecord,
) {
  const language = chooseLanguage({ locale, projectLanguage: project.language })
  const { name = '', subject = '', type = 'MARKETING', design } = findStarter(starter ?? '', language) ?? {}
  return {
    ...sent,
    name: sent.name ?? name,
    subject: sent.subject ?? subject,
    type: sent.type ?? type,
    design: design ?? sent.design,
  }
}
