import type { ReactNode } from 'react'
import { Circle, CircleCheck } from 'lucide-react'
import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { FirstEmail } from '../../shared/first-call.js'
import { InboxLink } from '../../shared/inbox-link.js'
import { useProjectId } from '../../session/project.js'
import { OuterLink, TextLink } from '../../ui/link.js'
import { Panel } from '../../ui/panel.js'

type State = Answer<'GET /projects/:id/setup-state'>

/** Whether nothing of the set-up is left. */
export function isSetUp(state: State): boolean {
  return stepsOf(state).every(({ isDone }) => isDone)
}

function stepsOf(state: State): { id: 'domain' | 'call' | 'contact' | 'content'; isDone: boolean }[] {
  return [
    { id: 'domain', isDone: state.hasVerifiedDomain },
    { id: 'call', isDone: state.hasApiKeyUse },
    { id: 'contact', isDone: state.contactCount > 0 },
    { id: 'content', isDone: state.hasTemplate || state.hasEnabledWorkflow || state.lastCampaignSentAt !== null },
  ]
}

/** The remaining steps until the project sends mail; a step that is done is ticked by itself. */
export function SetupChecklist({ state }: { state: State }) {
  return (
    <Panel title={t.home.setUp} isPadded>
      <p className="mb-3 text-muted">{t.home.setUpText}</p>
      <ol className="flex flex-col gap-3">
        {stepsOf(state).map(({ id, isDone }) => (
          <Step key={id} title={t.home.steps[id]} text={t.home.steps[`${id}Text`]} isDone={isDone}>
            {!isDone && id === 'call' && (
              <div className="mt-2">
                <FirstEmail />
              </div>
            )}
            {!isDone && <StepLinks step={id} />}
          </Step>
        ))}
      </ol>
    </Panel>
  )
}

function Step({
  title,
  text,
  isDone,
  children,
}: {
  title: string
  text: string
  isDone: boolean
  children: ReactNode
}) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex gap-3">
      <Icon aria-hidden size={20} className={isDone ? 'shrink-0 text-good' : 'shrink-0 text-muted'} />
      <div className="min-w-0 flex-1">
        <div className="font-medium">
          {title} <span className="sr-only">{isDone ? t.home.done : t.home.open}</span>
        </div>
        {!isDone && <p className="text-muted">{text}</p>}
        {children}
      </div>
    </li>
  )
}

/** The ways to where a step is done. */
function StepLinks({ step }: { step: 'domain' | 'call' | 'contact' | 'content' }) {
  const projectId = useProjectId()
  const params = { projectId }
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 [&>a]:py-0.5">
      {step === 'domain' && (
        <TextLink to="/p/$projectId/domains" params={params}>
          {t.home.toDomains}
        </TextLink>
      )}
      {step === 'call' && (
        <>
          <OuterLink href="/docs">{t.home.toReference}</OuterLink>
          <InboxLink />
        </>
      )}
      {step === 'contact' && (
        <>
          <TextLink to="/p/$projectId/contacts" params={params}>
            {t.home.toContacts}
          </TextLink>
          <TextLink to="/p/$projectId/contacts/import" params={params}>
            {t.home.toImport}
          </TextLink>
        </>
      )}
      {step === 'content' && (
        <>
          <TextLink to="/p/$projectId/templates" params={params}>
            {t.home.toTemplates}
          </TextLink>
          <TextLink to="/p/$projectId/campaigns" params={params}>
            {t.home.toCampaigns}
          </TextLink>
          <TextLink to="/p/$projectId/workflows" params={params}>
            {t.home.toWorkflows}
          </TextLink>
        </>
      )}
    </p>
  )
}
