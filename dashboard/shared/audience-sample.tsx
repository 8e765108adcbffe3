import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import type { Answer } from '../api/client.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { TextLink } from '../ui/link.js'
import { fieldText, valueText } from './condition-builder/filter-text.js'
import { comparedFields, decidingValues } from './deciding-values.js'
import { Moment } from './moment.js'

interface AudienceSampleProps {
  contacts: Answer<'POST /audiences/count'>['sample']
  condition: ConditionTree | null
}

/** Some contacts of an audience, each with its values in the fields that the condition compares. */
export function AudienceSample({ contacts, condition }: AudienceSampleProps) {
  const projectId = useProjectId()
  const fields = comparedFields(condition)
  if (contacts.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 font-medium">{t.audience.sample}</h3>
      <ul aria-label={t.audience.sample} className="divide-y divide-line">
        {contacts.map((contact) => (
          <li key={contact.id} className="py-1.5">
            <TextLink
              to="/p/$projectId/contacts/$contactId"
              params={{ projectId, contactId: contact.id }}
              className="break-all"
            >
              {contact.email}
            </TextLink>
            <dl className="flex flex-wrap gap-x-3 text-small">
              {decidingValues(contact, fields).map(({ field, value, at }) => (
                <div key={field} className="flex min-w-0 gap-1">
                  <dt className="text-muted">{fieldText(field)}</dt>
                  <dd className="min-w-0 break-words">{at === undefined ? valueText(value) : <Moment at={at} />}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}
