import type { Answer, Input } from '../../../api/client.js'
import type { CampaignFields } from '../composer/draft.js'

type Variable = Pick<Answer<'POST /preview'>['variables'][number], 'name'>
type Field = Answer<'GET /contacts/fields'>['fields'][number]

// Each field needs a separate count over the audience.
const MOST_FIELDS = 5
const PREFIX = 'data.'

/** A variable of the message that is a field of contacts. */
export interface UsedField {
  /** The name in the message. */
  name: string
  /** The name in a condition. */
  field: string
}

/** The fields of contacts that a message uses, up to a limit. */
export function usedFields(variables: readonly Variable[], fields: readonly Field[]): UsedField[] {
  const custom = new Set(fields.filter(({ isCustom }) => isCustom).map(({ field }) => field))
  const found = variables.flatMap(({ name }) => {
    const plain = name.replace(/^contact\./, '')
    const field = plain.startsWith(PREFIX) ? plain : `${PREFIX}${plain}`
    return custom.has(field) ? [{ name, field }] : []
  })
  const isFirst = ({ field }: UsedField, index: number): boolean =>
    found.findIndex((one) => one.field === field) === index
  return found.filter(isFirst).slice(0, MOST_FIELDS)
}

/** The contacts of an audience without a value for a field, as the API counts them. */
export function missingBody(
  { type, audienceType, segmentId, audienceCondition }: CampaignFields,
  { field }: Pick<UsedField, 'field'>,
): Input<'POST /audiences/count'>['body'] {
  const lacks = { field, operator: 'notExists' as const }
  const isOfSegment = audienceType === 'SEGMENT' && segmentId !== null
  const filters = isOfSegment
    ? [lacks, { field: `segment.${segmentId}`, operator: 'memberOfSegment' as const }]
    : [lacks]
  const nested = audienceType === 'FILTERED' && audienceCondition ? { conditions: audienceCondition } : {}
  return { type, condition: { logic: 'AND', groups: [{ filters, ...nested }] } }
}
