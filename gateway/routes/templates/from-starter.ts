import type { z } from 'zod'
import { findStarter } from '../../../models/domain/design/starters/starters.js'
import type { NewTemplate } from '../../schemas/template.js'

/** The fields of a new template, of which a starter gives those that the request leaves out. */
export function fromStarter({ starter, ...sent }: z.output<typeof NewTemplate>) {
  const { name = '', subject = '', type = 'MARKETING', design } = findStarter(starter ?? '') ?? {}
  return {
    ...sent,
    name: sent.name ?? name,
    subject: sent.subject ?? subject,
    type: sent.type ?? type,
    design: design ?? sent.design,
  }
}
