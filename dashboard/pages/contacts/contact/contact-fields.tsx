import { useState } from 'react'
import { Plus } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { showError } from '../../../shared/show-error.js'
import { ExactMoment } from '../../../shared/moment.js'
import { Button } from '../../../ui/button.js'
import { CopyField } from '../../../ui/copy-field.js'
import { DefinitionList } from '../../../ui/definition-list.js'
import { Panel } from '../../../ui/panel.js'
import { ContactField } from './contact-field.js'
import { FieldForm } from './field-form.js'
import { useContactPatch, type Contact } from './use-contact-patch.js'

/** The fields of a contact, each of which is changed in its place and saved alone. */
export function ContactFields({ contact }: { contact: Contact }) {
  const { id, email, createdAt, updatedAt } = contact
  const patch = useContactPatch(id)
  const saveAddress = (_name: string, value: unknown): Promise<void> =>
    patch({ email: typeof value === 'string' ? value : '' }, t.contacts.fieldSaved(t.contacts.columns.email), { email })
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <OwnFields contact={contact} />
      <Panel isPadded>
        <div className="mb-3">
          <ContactField name={t.contacts.columns.email} value={email} isTextOnly onSave={saveAddress} />
        </div>
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

function OwnFields({ contact: { id, data } }: { contact: Contact }) {
  const [isAdding, setAdding] = useState(false)
  const patch = useContactPatch(id)
  const own = Object.entries(data).sort(([a], [b]) => a.localeCompare(b))
  const save = async (name: string, value: unknown): Promise<void> => {
    const before = Object.hasOwn(data, name) ? data[name] : null
    if (value === null && before === null) return
    const text = value === null ? t.contacts.fieldRemoved(name) : t.contacts.fieldSaved(name)
    await patch({ data: { [name]: value } }, text, { data: { [name]: before } })
  }
  const remove = (name: string): void => void save(name, null).catch(showError)
  return (
    <Panel
      title={t.contacts.fields}
      isPadded
      action={
        <Button icon={Plus} variant="quiet" onClick={() => setAdding(true)}>
          {t.values.add}
        </Button>
      }
    >
      {isAdding && <FieldForm name={null} value={null} onSave={save} onClose={() => setAdding(false)} />}
      {own.length === 0 && !isAdding && <p className="text-muted">{t.contacts.noFields}</p>}
      <div className="divide-y divide-line">
        {own.map(([name, value]) => (
          <ContactField key={name} name={name} value={value} onSave={save} onRemove={() => remove(name)} />
        ))}
      </div>
    </Panel>
  )
}
