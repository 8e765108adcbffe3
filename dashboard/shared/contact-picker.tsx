import { call } from '../api/client.js'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { contactName } from './contact-name.js'
import { findContacts } from './find-contacts.js'
import { RecordPicker, type PickerProps } from './record-picker.js'

const MOST = 10
// One letter fits too many contacts to be worth a search.
const MIN_SEARCH = 2

/** Chooses a contact by a part of its address, or by its name; at first the newest ones are offered. */
export function ContactPicker({ label = t.pickers.contact, value, ...rest }: PickerProps) {
  const projectId = useProjectId()
  return (
    <RecordPicker
      {...rest}
      label={label}
      placeholder={t.pickers.searchContact}
      value={value}
      chosen={read('GET /contacts/:id', { projectId, params: { id: value ?? '' } })}
      nameOf={({ email }) => email}
      find={async (text, signal) => {
        const newest = { limit: MOST, sort: 'createdAt', dir: 'desc' } as const
        const found =
          text.length >= MIN_SEARCH
            ? await findContacts(projectId, { search: text, limit: MOST }, signal)
            : (await call('GET /contacts', { projectId, query: newest }, { signal })).data
        return found.map(({ id, email, data: fields }) => {
          return { value: id, label: email, hint: contactName(fields) || undefined }
        })
      }}
    />
  )
}
