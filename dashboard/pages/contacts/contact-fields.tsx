import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { ExactMoment } from '../../shared/moment.js'
import { CopyField } from '../../ui/copy-field.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { Panel } from '../../ui/panel.js'

/** The fields of a contact. */
export function ContactFields({
  contact: { id, data, createdAt, updatedAt },
}: {
  contact: Answer<'GET /contacts/:id'>
}) {
  const own = Object.entries(data).sort(([a], [b]) => a.localeCompare(b))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title={t.contacts.fields} isPadded>
        {own.length === 0 ? (
          <p className="text-muted">{t.contacts.noFields}</p>
        ) : (
          <DefinitionList isStacked items={own.map(([name, value]) => [name, textOf(value)])} />
        )}
      </Panel>
      <Panel isPadded>
        <DefinitionList
          isStacked
          items={[
            [t.contacts.created, <ExactMoment key="created" at={createdAt} />],
            [t.contacts.updated, <ExactMoment key="updated" at={updatedAt} />],
            [t.contacts.id, <CopyField key="id" value={id} label={t.contacts.copyId} />],
          ]}
        />
      </Panel>
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
