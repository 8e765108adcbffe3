import { readRange, type RangeSearch } from './range.js'

/** What the emails come from that the page counts: one template or one workflow; without both it counts all. */
export interface OriginSearch {
  templateId?: string | undefined
  workflowId?: string | undefined
}

/** What the page shows, as its address holds it. */
export type AnalyticsSearch = RangeSearch & OriginSearch

/** Reads what the page shows from an address that anybody may have written. */
export function readAnalytics(address: Record<string, unknown>): AnalyticsSearch {
  return { ...readRange(address), ...readOrigin(address) }
}

function readOrigin({ templateId, workflowId }: Record<string, unknown>): OriginSearch {
  if (typeof templateId === 'string' && templateId !== '') return { templateId }
  return typeof workflowId === 'string' && workflowId !== '' ? { workflowId } : {}
}

const KINDS = { template: 'templateId', workflow: 'workflowId' } as const

/** An origin as the value of an option. */
export function optionOf(kind: keyof typeof KINDS, id: string): string {
  return `${kind}:${id}`
}

/** The origin that an option stands for; all emails for any other text. */
export function originOf(option: string): OriginSearch {
  const [, kind, id] = /^(template|workflow):(.+)$/.exec(option) ?? []
  return id === undefined ? {} : { [KINDS[kind as keyof typeof KINDS]]: id }
}
