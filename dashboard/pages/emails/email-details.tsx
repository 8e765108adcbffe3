import type { Answer } from '../../api/client.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useDeveloperDetails } from '../../session/developer-details.js'
import { useProjectId } from '../../session/project.js'
import { Badge } from '../../ui/badge.js'
import { CopyField } from '../../ui/copy-field.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { TextLink } from '../../ui/link.js'
import { Panel } from '../../ui/panel.js'
import { EmailSource } from './email-source.js'

type Email = Answer<'GET /emails/:id'>

/** The properties of an email. */
export function EmailDetails({ email }: { email: Email }) {
  const areDetailsShown = useDeveloperDetails()
  const { from, fromName, replyTo, templateId, tags, opens, clicks, id, messageId } = email
  return (
    <Panel title={t.emails.details} isPadded>
      <DefinitionList
        isStacked
        items={[
          [t.emails.to, <Recipient key="to" email={email} />],
          [t.emails.from, withName(from, fromName)],
          [t.emails.replyTo, replyTo],
          [t.emails.source, <EmailSource key="source" email={email} />],
          [t.emails.template, templateId === null ? null : <Template key="template" templateId={templateId} />],
          [t.emails.opensAndClicks, t.emails.counts(formatNumber(opens), formatNumber(clicks))],
          [t.emails.tags, tags.length > 0 ? <Tags key="tags" tags={tags} /> : null],
          [t.emails.id, areDetailsShown ? <CopyField key="id" value={id} label={t.emails.copyId} /> : null],
          [
            t.emails.messageId,
            messageId === null || !areDetailsShown ? null : (
              <CopyField key="mid" value={messageId} label={t.emails.copyMessageId} />
            ),
          ],
        ]}
      />
    </Panel>
  )
}

function Recipient({ email: { contactId, to, toName } }: { email: Email }) {
  const projectId = useProjectId()
  if (to === null) return t.emails.deletedContact
  if (contactId === null) return withName(to, toName)
  return (
    <TextLink to="/p/$projectId/contacts/$contactId" params={{ projectId, contactId }} className="break-all">
      {withName(to, toName)}
    </TextLink>
  )
}

function Template({ templateId }: { templateId: string }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/templates/$templateId" params={{ projectId, templateId }}>
      {t.emails.openTemplate}
    </TextLink>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag} label={tag} />
      ))}
    </span>
  )
}

function withName(address: string, name: string | null): string {
  return name === null ? address : `${name} <${address}>`
}
