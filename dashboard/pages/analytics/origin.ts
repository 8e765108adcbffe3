import { text } from '../../shared/search-params.js'
import { readRange, type RangeSearch } from './range.js'

/** The origin of the counted emails: one template or one workflow; all emails without both. */
export interface OriginSearch {
  templateId?: string | undefined
  workflowId?: string | undefined
}

/** The parameters of the page in its address. */
export type AnalyticsSearch = RangeSearch & OriginSearch

/** Reads the parameters from the address, which is untrusted input. */
export function readAnalytics(address: Record<string, unknown>): AnalyticsSearch {
  return { ...readRange(address), ...readOrigin(address) }
}

function readOrigin({ templateId, workflowId }: Record<string, unknown>): OriginSearch {
  if (text(templateId) !== undefined) return { templateId: text(templateId) }
  return text(workflowId) === undefined ? {} : { workflowId: text(workflowId) }
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
