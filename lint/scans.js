/**
 * `posthorn/scans`: a query that may pass over all contacts, events or emails of a project runs as a scan
 * (`commands/scan.ts`), which limits how many run at a time and ends them with their clients.
 *
 * A query is allowed inside the function that `scan` or `scanIf` gets, and with a filter that names its documents by
 * `_id`, by whole addresses, or by the id of an email. A comment on its line or above it says why another
 * one reads a limited number of documents: `// indexed: the newest of the project.`
 */
const MODELS = new Set(['Contact', 'Event', 'Email'])
const READS = new Set(['find', 'findOne', 'exists', 'countDocuments', 'aggregate', 'distinct'])
const NAMING = new Set(['_id', 'email', 'emailId'])
const PARTLY_NAMING = new Set(['addressContaining'])

const OF_JOBS = [
  'commands/retention/',
  'commands/reactions/',
  'commands/projects/erasure/',
  'commands/analytics/recount-days.ts',
  'commands/campaigns/batch-emails.ts',
  'commands/campaigns/recount-campaigns.ts',
  'commands/campaigns/wait-until-nothing-leaves.ts',
  'commands/contacts/change-contacts-slice.ts',
  'commands/contacts/contact-batches.ts',
  'commands/contacts/erase-contacts-slice.ts',
  'commands/contacts/recount-contacts.ts',
  'commands/events/delete-events-slice.ts',
  'commands/executions/start-scheduled.ts',
  'commands/segments/delete-segment-slice.ts',
  'commands/segments/reconcile-members.ts',
]
const OF_NAMED_DOCUMENTS = [
  'commands/contacts/read-contacts.ts',
  'commands/emails/attachments.ts',
  'commands/emails/claim-emails.ts',
  'commands/emails/count-soft-bounce.ts',
  'commands/emails/find-notified-emails.ts',
  'commands/emails/record-email-facts.ts',
  'commands/emails/shared-variables.ts',
  'commands/emails/wait-for-submissions.ts',
  'commands/emails/withdraw-emails.ts',
  'commands/executions/cancel-executions.ts',
  'commands/platform/turns-mail-away.ts',
  'commands/users/delete-user.ts',
]
/**
 * Folders and files whose queries are no scans: those of jobs, which read a limited number of documents at a time and
 * run on queues that are fair by project, and those of documents that their callers name.
 */
const ALLOWED = [...OF_JOBS, ...OF_NAMED_DOCUMENTS]

const MESSAGE =
  'This query may pass over all documents of a project: run it by scan() of commands/scan.ts, or say why it reads ' +
  'a limited number of them ("indexed: …").'

export const scans = {
  meta: { type: 'problem', docs: { description: 'Queries over all documents of a project run as scans.' } },
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    if (ALLOWED.some((allowed) => path.includes(`/${allowed}`))) return {}
    const isExplained = ({ loc }) =>
      context.sourceCode
        .getAllComments()
        .some(({ value, loc: { end } }) => /\bindexed: /.test(value) && [0, 1].includes(loc.start.line - end.line))
    return {
      CallExpression(node) {
        if (!isRead(node.callee) || isInScan(node) || namesDocuments(node.arguments[0]) || isExplained(node)) return
        context.report({ node, message: MESSAGE })
      },
    }
  },
}

function isRead({ type, object, property }) {
  if (type !== 'MemberExpression' || !READS.has(property.name)) return false
  const model = object.type === 'MemberExpression' && object.property.name === 'collection' ? object.object : object
  return model.type === 'Identifier' && MODELS.has(model.name)
}

function isInScan(node) {
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    const isScan = outer.type === 'CallExpression' && ['scan', 'scanIf'].includes(outer.callee.name)
    if (isScan && outer.arguments.includes(inner)) return true
  }
  return false
}

/** Whether the filter of a query, or the first stage of a pipeline, names its documents. */
function namesDocuments(filter) {
  if (filter?.type === 'ArrayExpression') return namesDocuments(valueOf(filter.elements[0], '$match'))
  if (filter?.type !== 'ObjectExpression') return false
  return filter.properties.some(({ key, value }) => NAMING.has(nameOf(key)) && !PARTLY_NAMING.has(value?.callee?.name))
}

function valueOf(object, name) {
  return object?.properties?.find(({ key }) => nameOf(key) === name)?.value
}

function nameOf(key) {
  return key?.name ?? key?.value
}
