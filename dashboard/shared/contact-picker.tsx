import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { Combobox } from '../ui/combobox.js'
import { contactName } from './contact-name.js'
import { isMissing } from './failure.js'

const MOST = 10
// One letter fits too many contacts to be worth a search.
const MIN_SEARCH = 2
const NONE = ''

interface ContactPickerProps {
  label?: string
  hint?: string | undefined
  error?: string | undefined
  /** The id of the contact; null for none. */
  value: string | null
  onChange: (contactId: string | null) => void
  /** The label of the choice without a contact; without it a contact is required. */
  none?: string
}

/** Chooses a contact by a part of its address, or by its name; at first the newest ones are offered. */
export function ContactPicker({ label = t.pickers.contact, value, onChange, none, ...rest }: ContactPickerProps) {
  const projectId = useProjectId()
  const { data, error } = useQuery({
    ...read('GET /contacts/:id', { projectId, params: { id: value ?? '' } }),
    enabled: value !== null,
  })
  const load = async (text: string, signal: AbortSignal) => {
    const search = text.length >= MIN_SEARCH ? { search: text } : {}
    const query = { ...search, limit: MOST, sort: 'createdAt', dir: 'desc' } as const
    const { data: contacts } = await call('GET /contacts', { projectId, query }, { signal })
    const found = contacts.map(({ id, email, data }) => ({
      value: id,
      label: email,
      hint: contactName(data) || undefined,
    }))
    return none === undefined || text !== '' ? found : [{ value: NONE, label: none }, ...found]
  }
  const shownAs = value === null ? none : isMissing(error) ? t.pickers.gone : data?.email
  return (
    <Combobox
      {...rest}
      label={label}
      value={value ?? NONE}
      onChange={(id) => onChange(id === NONE ? null : id)}
      load={load}
      shownAs={shownAs ?? (value === null ? '' : t.common.loading)}
      placeholder={t.pickers.searchContact}
    />
  )
}
