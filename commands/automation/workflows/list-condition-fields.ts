import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { isEventData } from '../../../models/domain/conditions/path-candidates.js'
import { customFieldName, STANDARD_FIELDS } from '../../../models/domain/field-names.js'
import { inferType, isPlainObject, unescapeData, unescapeKey, type FieldType } from '../../../models/domain/fields.js'
import { Event } from '../../../models/event.js'
import { Field } from '../../../models/field.js'

/** A field that a CONDITION can use, the type to compare it with, and the group to show it in. */
export interface ConditionFieldInfo {
  field: string
  type: FieldType
  category: 'Contact Fields' | 'Custom Data' | 'Event Data'
}

const MAX_EVENTS = 100
const MAX_EVENT_FIELDS = 500

/**
 * The fields that a CONDITION can use: standard fields, the project's custom fields, and the fields of the latest
 * events of a name. Custom and event fields are sorted by name. The latest event with a field decides the type of the
 * field.
 */
export async function listConditionFields(
  projectId: string,
  eventName: string | undefined,
): Promise<ConditionFieldInfo[]> {
  const [custom, seen] = await Promise.all([
    Field.find({ projectId, deletedAt: null }, { key: 1, type: 1 }).lean(),
    eventName ? eventFields(projectId, eventName) : new Map<string, FieldType>(),
  ])
  return [
    ...STANDARD_FIELDS.map(({ name, type }) => ({ field: name, type, category: 'Contact Fields' as const })),
    ...named(
      custom.map(({ key, type }) => [customFieldName(unescapeKey(key)), type] as const),
      'Custom Data',
    ),
    ...named(
      [...seen].map(([path, type]) => [eventField(path), type] as const),
      'Event Data',
    ),
  ]
}

/**
 * The field of a path in event data. A path inside an object named `data` needs `data` twice, see
 * `eventPathCandidates`.
 */
function eventField(path: string): string {
  return isEventData(path) ? `event.data.${path}` : `event.${path}`
}

function named(
  fields: (readonly [field: string, type: FieldType])[],
  category: ConditionFieldInfo['category'],
): ConditionFieldInfo[] {
  // No condition can name an empty key.
  const nameable = fields.filter(([field]) => parseField(field) !== null)
  return nameable.sort(([a], [b]) => (a < b ? -1 : 1)).map(([field, type]) => ({ field, type, category }))
}

async function eventFields(projectId: string, name: string): Promise<Map<string, FieldType>> {
  const types = new Map<string, FieldType>()
  // indexed: the latest of the name.
  const latest = Event.find({ projectId, name }, { data: 1 }).sort({ createdAt: -1, _id: -1 }).limit(MAX_EVENTS)
  for await (const { data } of latest.lean().cursor()) {
    for (const [path, value] of leavesOf(unescapeData(data))) {
      if (types.size === MAX_EVENT_FIELDS) return types
      if (!types.has(path)) types.set(path, inferType(value))
    }
  }
  return types
}

function* leavesOf(data: Record<string, unknown>, prefix = ''): Generator<[path: string, value: unknown]> {
  for (const [key, value] of Object.entries(data)) {
    if (isPlainObject(value)) yield* leavesOf(value, `${prefix}${key}.`)
    else if (value !== null) yield [prefix + key, value]
  }
}
