import { Link } from '@tanstack/react-router'
import type { Answer } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { contactName } from '../../../shared/contact-name.js'
import { ContactStatus } from '../../../shared/contact-status.js'
import { Moment } from '../../../shared/moment.js'
import { besideBox, SelectBox } from '../../../shared/selection/select-box.js'
import type { Selecting } from '../../../shared/selection/use-selection.js'
import { useProjectId } from '../../../session/project.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import type { StandardColumn } from './column-choice.js'
import { shortValue } from '../short-value.js'

/** A contact of the list. */
export type ContactRow = Answer<'GET /contacts'>['data'][number]

const COLUMNS: Record<StandardColumn, Column<ContactRow>> = {
  status: {
    id: 'status',
    head: t.contacts.columns.status,
    cell: (contact) => <ContactStatus contact={contact} />,
    width: 'w-40',
  },
  createdAt: {
    id: 'createdAt',
    head: t.contacts.columns.createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-36',
  },
  updatedAt: {
    id: 'updatedAt',
    head: t.contacts.columns.updatedAt,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    isWide: true,
    width: 'w-36',
  },
}

interface ContactTableProps {
  rows: readonly ContactRow[]
  isStale: boolean
  selecting: Selecting
  choice: readonly string[]
}

/** Contacts in rows, each with a box that chooses it and a link to its page. */
export function ContactTable({ rows, isStale, selecting, choice }: ContactTableProps) {
  const address: Column<ContactRow> = {
    id: 'email',
    head: t.contacts.columns.email,
    cell: (contact) => (
      <span className="flex min-w-0 items-center gap-2">
        <SelectBox id={contact.id} name={contact.email} selecting={selecting} />
        <ContactLink contact={contact} />
      </span>
    ),
  }
  return (
    <DataTable
      label={t.contacts.list}
      columns={[address, ...choice.map(columnOf)]}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      secondLine={besideBox(({ createdAt, data }) => (
        <>
          {contactName(data) !== '' && `${contactName(data)} · `}
          <Moment at={createdAt} />
        </>
      ))}
    />
  )
}

function columnOf(name: string): Column<ContactRow> {
  if (name in COLUMNS) return COLUMNS[name as StandardColumn]
  const key = name.slice('data.'.length)
  return { id: name, head: key, cell: ({ data }) => <FieldValue value={data[key]} />, isWide: true }
}

function FieldValue({ value }: { value: unknown }) {
  const text = shortValue(value)
  return <span title={text}>{text}</span>
}

function ContactLink({ contact: { id, email, data } }: { contact: ContactRow }) {
  const projectId = useProjectId()
  const name = contactName(data)
  return (
    <>
      <Link
        to="/p/$projectId/contacts/$contactId"
        params={{ projectId, contactId: id }}
        className="min-w-0 truncate font-medium underline-offset-2 hover:underline"
      >
        {email}
      </Link>
      {name !== '' && <span className="min-w-0 shrink-[2] truncate text-muted max-wide:hidden">{name}</span>}
    </>
  )
}
