import { readDay } from '../../shared/day.js'
import { oneOf, searchOf, text, type SearchOf } from '../../shared/search-params.js'
import { USUAL_RANGES, readRange, type RangeSearch } from './range.js'

/** The origin of the counted emails: one template or one workflow; all emails without both. */
export interface OriginSearch {
  templateId?: string | undefined
  workflowId?: string | undefined
}

const readParams = searchOf({
  days: oneOf(USUAL_RANGES),
  from: readDay,
  to: readDay,
  templateId: text,
  workflowId: text,
})

/** The parameters of the page in its address. */
export type AnalyticsSearch = SearchOf<typeof readParams>

/** Reads the parameters from the address, which is untrusted input. */
export function readAnalytics(address: Record<string, unknown>): AnalyticsSearch {
  const search = readParams(address)
  const range: RangeSearch = { days: undefined, from: undefined, to: undefined, ...readRange(search) }
  // The API counts the emails of one origin.
  const workflowId = search.templateId === undefined ? search.workflowId : undefined
  return { ...search, ...range, workflowId }
}

const KINDS = { template: 'templateId', workflow: 'workflowId' } as const

/** An origin as the value of an option. */
export function optionOf(kind: keyof typeof KINDS, id: string): string {
  return `${kind}:${id}`
}

/** The origin of an option; all emails for any other text. */
export function originOf(option: string): OriginSearch {
  const [, kind, id] = /^(template|workflow):(.+)$/.exec(option) ?? []
  return id === undefined ? {} : { [KINDS[kind as keyof typeof KINDS]]: id }
}
