/**
 * `posthorn/scans`: a query that may pass over all contacts, events or emails of a project runs as a scan
 * (`commands/base/listing/scan.ts`), which limits how many run at a time and ends them with their clients.
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
  'commands/lifecycle/retention/',
  'commands/automation/reactions/',
  'commands/lifecycle/erasure/',
  'commands/reading/analytics/recount-days.ts',
  'commands/sending/campaigns/batch-emails.ts',
  'commands/sending/campaigns/recount-campaigns.ts',
  'commands/sending/campaigns/wait-until-nothing-leaves.ts',
  'commands/lifecycle/bulk-changes/change-contacts-slice.ts',
  'commands/audience/contacts/contact-batches.ts',
  'commands/audience/contacts/recount-contacts.ts',
  'commands/automation/executions/start-scheduled.ts',
  'commands/audience/segments/delete-segment-slice.ts',
  'commands/audience/segments/reconcile-members.ts',
]
const OF_NAMED_DOCUMENTS = [
  'commands/audience/contacts/read-contacts.ts',
  'commands/sending/emails/attachments.ts',
  'commands/sending/emails/claim-emails.ts',
  'commands/sending/emails/count-soft-bounce.ts',
  'commands/sending/emails/find-notified-emails.ts',
  'commands/sending/emails/record-email-facts.ts',
  'commands/sending/emails/shared-variables.ts',
  'commands/sending/emails/wait-for-submissions.ts',
  'commands/sending/emails/withdraw-emails.ts',
  'commands/automation/executions/cancel-executions.ts',
  'commands/sending/platform-mail/turns-mail-away.ts',
]
/**
 * Folders and files whose queries are no scans: those of jobs, which read a limited number of documents at a time and
 * run on queues that are fair by project, and those of documents that their callers name.
 */
export const ALLOWED = [...OF_JOBS, ...OF_NAMED_DOCUMENTS]

const MESSAGE =
  'This query may pass over all documents of a project: run it by scan() of commands/base/listing/scan.ts, or say ' +
  'why it reads a limited number of them ("indexed: …").'

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
