const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The texts of the canvas on which workflows are drawn. */
export const workflowGraph = {
  label: 'Workflow canvas',
  types: {
    TRIGGER: 'Trigger',
    SEND_EMAIL: 'Send email',
    DELAY: 'Delay',
    WAIT_FOR_EVENT: 'Wait for event',
    CONDITION: 'Condition',
    WEBHOOK: 'Webhook',
    UPDATE_CONTACT: 'Update contact',
    EXIT: 'Exit',
  },
  branches: {
    yes: 'yes',
    no: 'no',
    default: 'default',
    event: 'event',
    timeout: 'timeout',
    success: 'success',
    failure: 'failure',
  },
  otherwise: 'otherwise',
  marks: {
    added: 'Added',
    changed: 'Changed',
    removed: 'Removed',
    done: 'Done',
    notReached: 'Not reached',
    failed: 'Failed',
    waiting: 'Here now',
  },
  errors: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  counts: {
    waiting: (shown: string) => `${shown} here now`,
    entered: (shown: string) => `${shown} entered in the last 30 days`,
    failed: (shown: string) => `${shown} failed in the last 30 days`,
  },
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all',
  addStep: 'Add step',
  addOfType: (type: string) => `Add step: ${type}`,
  typeHints: {
    SEND_EMAIL: 'Sends a template to the contact',
    DELAY: 'Waits for a time, a date or a time window',
    WAIT_FOR_EVENT: 'Waits until the contact does something',
    CONDITION: 'Takes another way, depending on the contact',
    WEBHOOK: 'Calls another service',
    UPDATE_CONTACT: 'Changes fields or the subscription',
    EXIT: 'Ends the workflow for the contact',
  },
  palette: 'Steps',
  paletteHint: 'Drag a step onto the canvas',
  addStepAfter: (name: string, branch: string | null) =>
    branch === null ? `Add step after ${name}` : `Add step after ${name} (${branch})`,
  addStepBetween: (from: string, to: string) => `Add step between ${from} and ${to}`,
  deleteTransition: 'Delete connection',
  /** The texts that screen readers announce after a move or an edit. */
  announced: {
    noStep: {
      ArrowUp: 'No previous step',
      ArrowDown: 'No next step',
      ArrowLeft: 'No step to the left',
      ArrowRight: 'No step to the right',
    },
    moved: (name: string) => `${name} moved`,
    added: (type: string) => `${type} added`,
    deleted: (count: number) => (count === 1 ? '1 step deleted' : `${count} steps deleted`),
    connectionDeleted: 'Connection deleted',
    connected: (from: string, to: string) => `${from} connected to ${to}`,
    copied: (count: number) => (count === 1 ? '1 step copied' : `${count} steps copied`),
    pasted: (count: number) => (count === 1 ? '1 step pasted' : `${count} steps pasted`),
  },
  summary: {
    manual: 'Manual or API',
    event: (name: string) => `On “${name}”`,
    until: (moment: string) => `Until ${moment}`,
    window: (days: readonly number[], from: string, to: string) =>
      [spans(days), `${from}–${to}`].filter((part) => part !== '').join(', '),
    amount: (amount: number, unit: string) => `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`,
    wait: (event: string, timeout: string | null) => (timeout === null ? `“${event}”` : `“${event}”, up to ${timeout}`),
    filters: (first: string, others: number) => (others === 0 ? first : `${first}, and ${others} more`),
    cases: (field: string, branches: number) => `${field}: ${branches === 1 ? '1 branch' : `${branches} branches`}`,
    sets: (fields: string) => `Sets ${fields}`,
    subscribe: 'Subscribes',
    unsubscribe: 'Unsubscribes',
  },
  /** Joins a field and a value. */
  operators: {
    equals: '=',
    notEquals: '≠',
    contains: 'contains',
    notContains: 'does not contain',
    startsWith: 'starts with',
    endsWith: 'ends with',
    greaterThan: '>',
    lessThan: '<',
    greaterThanOrEqual: '≥',
    lessThanOrEqual: '≤',
    exists: 'is set',
    notExists: 'is not set',
    in: 'is one of',
    notIn: 'is none of',
    within: 'in the last',
    withinNext: 'in the next',
    olderThan: 'older than',
    anniversary: 'has its anniversary in',
    triggered: 'happened',
    triggeredWithin: 'happened in the last',
    triggeredOlderThan: 'happened, but not in the last',
    notTriggered: 'never happened',
    notTriggeredWithin: 'didn’t happen in the last',
    triggeredAtLeast: 'happened at least',
    memberOfSegment: 'in the segment',
    notMemberOfSegment: 'not in the segment',
    received: 'received',
    notReceived: 'not received',
    opened: 'opened',
    notOpened: 'not opened',
    clicked: 'clicked',
    notClicked: 'not clicked',
  },
}

/** The days of a week, where Monday is 1; three or more consecutive days by the first and the last. */
function spans(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((one, other) => one - other)
  if (sorted.length === 7) return ''
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)]
  const name = (day: number): string => DAYS[day - 1] ?? ''
  const isRow = sorted.length > 2 && last - first === sorted.length - 1
  return isRow ? `${name(first)}–${name(last)}` : sorted.map((day) => name(day)).join(', ')
}
