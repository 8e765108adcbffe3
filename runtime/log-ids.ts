/** The ids of a piece of work by the names that every log line uses; several of a kind are listed. */
export type LogIds = Record<string, string | readonly string[]>

// The limit keeps a line readable; a request with more recipients can be found by its id.
const MAX_LISTED = 50

/** For each field with an id in the input of workflows and activities: the name of that id in logs. */
const NAMES = {
  projectId: 'projectId',
  emailId: 'emailId',
  emailIds: 'emailIds',
  executionId: 'executionId',
  stepId: 'stepId',
  campaignId: 'campaignId',
  jobId: 'jobId',
  contactId: 'contactId',
  // In logs `workflowId` is the id of a Temporal workflow. The id of a project's workflow is named as its search
  // attribute.
  workflowId: 'emailWorkflowId',
} as const

/** The ids in the input of a workflow or an activity, without the rest of the input. */
export function idsOfInput(input: unknown): LogIds {
  const ids: LogIds = {}
  if (typeof input !== 'object' || input === null) return ids
  if ('groups' in input) return idsOfGroups(input.groups as readonly object[])
  for (const [field, name] of Object.entries(NAMES)) {
    const value: unknown = Reflect.get(input, field)
    if (typeof value === 'string') ids[name] = value
    else if (Array.isArray(value)) ids[name] = value.slice(0, MAX_LISTED) as string[]
  }
  return ids
}

/** The ids in groups of emails, each of one project. */
function idsOfGroups(groups: readonly object[]): LogIds {
  const listed = (field: 'projectId' | 'emailIds'): string[] =>
    groups.flatMap((group) => Reflect.get(group, field) as string | string[]).slice(0, MAX_LISTED)
  const [projectId = '', ...others] = listed('projectId')
  const emailIds = listed('emailIds')
  return others.length === 0 ? { projectId, emailIds } : { projectIds: [projectId, ...others], emailIds }
}

/** The ids of documents by their kinds: `emailId` for one email, `emailIds` for several. */
export function idsByKind(documents: readonly { kind: string; ids: readonly string[] }[]): LogIds {
  const ids: Record<string, string[]> = {}
  for (const { kind, ids: some } of documents) {
    ;(ids[kind === 'workflow' ? 'emailWorkflow' : kind] ??= []).push(...some)
  }
  return Object.fromEntries(
    Object.entries(ids).map(([kind, [first = '', ...others]]) =>
      others.length === 0 ? [`${kind}Id`, first] : [`${kind}Ids`, [first, ...others].slice(0, MAX_LISTED)],
    ),
  )
}
