import type { ReactNode } from 'react'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { ExactMoment } from '../../../shared/moment.js'
import { useDeveloperDetails } from '../../../session/developer-details.js'
import { useProjectId } from '../../../session/project.js'
import { CopyField } from '../../../ui/copy-field.js'
import { DefinitionList } from '../../../ui/definition-list.js'
import { TextLink } from '../../../ui/link.js'
import { Panel } from '../../../ui/panel.js'
import type { Execution } from './execution.js'
import { JsonView } from '../../../ui/json-view.js'
import { reasonText } from './reason-text.js'

/** The properties of an execution, and its initial data. */
export function ExecutionDetails({ execution }: { execution: Execution }) {
  const { context } = execution
  const hasContext = Object.keys(context).length > 0
  const areDetailsShown = useDeveloperDetails()
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title={t.executions.details} isPadded>
        <DefinitionList isStacked items={itemsOf(execution, areDetailsShown)} />
      </Panel>
      {areDetailsShown && (
        <Panel title={t.executions.context} isPadded>
          <p className={hasContext ? 'mb-2 text-muted' : 'text-muted'}>
            {hasContext ? t.executions.contextText : t.executions.noContext}
          </p>
          {hasContext && <JsonView label={t.executions.context} value={context} />}
        </Panel>
      )}
    </div>
  )
}

function itemsOf(execution: Execution, areDetailsShown: boolean): (readonly [string, ReactNode])[] {
  const { id, startedAt, completedAt, exitReason, status, workflowVersion } = execution
  const names = t.executions.fields
  return [
    [names.contact, <ContactLink key="contact" execution={execution} />],
    [names.workflow, <WorkflowLink key="workflow" execution={execution} />],
    [names.version, formatNumber(workflowVersion)],
    [names.started, <ExactMoment key="started" at={startedAt} />],
    [names.ended, completedAt === null ? null : <ExactMoment key="ended" at={completedAt} />],
    // The reason of a failure is shown above everything else.
    [names.reason, exitReason === null || status === 'FAILED' ? null : reasonText(exitReason)],
    [names.id, areDetailsShown ? <CopyField key="id" value={id} label={t.executions.copyId} /> : null],
  ]
}

function ContactLink({ execution: { contact } }: { execution: Execution }) {
  const projectId = useProjectId()
  if (!contact) return t.executions.deletedContact
  return (
    <TextLink
      to="/p/$projectId/contacts/$contactId"
      params={{ projectId, contactId: contact.id }}
      className="break-all"
    >
      {contact.email}
    </TextLink>
  )
}

function WorkflowLink({ execution: { workflow } }: { execution: Execution }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: workflow.id }}>
      {workflow.name}
    </TextLink>
  )
}
