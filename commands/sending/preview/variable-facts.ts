import type { FieldName } from '../../../mail/rendering/render-message.js'
import type { Part } from '../../../mail/rendering/render-scope.js'
import type { UsedVariable } from '../../../mail/inspection/used-variables.js'
import type { VariableFact } from '../../../models/domain/findings/message-facts.js'
import { spelledAlike } from '../../../models/domain/field-names.js'
import { fieldKeys, fieldStates } from '../../base/records/known-fields.js'

// Variables that every message has for every recipient.
const CERTAIN = new Set(
  'id email subscribed service_id service_email data unsubscribeUrl subscribeUrl manageUrl'.split(' '),
)
// Variables of the messages that workflow steps send.
const OF_WORKFLOWS = new Set(['event', 'steps', 'workflow', 'execution'])
// A key with dots takes several parts of a path: so many are tried.
const MAX_KEY_PARTS = 5
const DATA = 'data'
const CONTACT = 'contact'

/** Facts about the variables of a message, by the fields of the project and the variables of every message. */
export async function variableFacts(
  projectId: string,
  variables: readonly UsedVariable[],
  fieldOfPart: (part: FieldName) => string,
): Promise<VariableFact[]> {
  const keys = variables.flatMap(({ path }) => keysOf(path))
  const states = await fieldStates(projectId, new Set(keys))
  const isKnown = ({ path, value }: UsedVariable): boolean =>
    value !== null || keysOf(path).some((key) => states.get(key) === 'known') || isOwn(path)
  const known = variables.every(isKnown) ? [] : await fieldKeys(projectId)
  return variables.map((variable) => {
    const { name, path, part, line, column, isBare, value } = variable
    return {
      name,
      field: fieldOfPart(part),
      line,
      column,
      isKnown: isKnown(variable),
      similar: isKnown(variable) ? null : spelledAlike(keysOf(path), known),
      isFilled: value !== null,
      isCertain: isCertain(path),
      isPrintedBare: isBare,
    }
  })
}

/** The keys of the custom fields that a path may mean. */
function keysOf(path: readonly Part[]): string[] {
  const rest = path[0] === CONTACT ? path.slice(1) : path
  const named = rest[0] === DATA ? rest.slice(1) : path[0] === CONTACT ? [] : rest
  return named.slice(0, MAX_KEY_PARTS).map((_part, index) => named.slice(0, index + 1).join('.'))
}

function isOwn(path: readonly Part[]): boolean {
  const [first, ...rest] = path.map(String)
  return first === 'locale' || OF_WORKFLOWS.has(first ?? '') || isCertain([first ?? '', ...rest])
}

function isCertain(path: readonly Part[]): boolean {
  const [first = '', second] = path.map(String)
  if (first !== CONTACT) return CERTAIN.has(first) && path.length === 1
  return second !== DATA || path.length === 2
}
