import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserMinus, Users } from 'lucide-react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { ContactStatus } from '../../shared/contact-status.js'
import { showError } from '../../shared/show-error.js'
import { Moment } from '../../shared/moment.js'
import { PagedList } from '../../shared/paged-list.js'
import { useProjectId } from '../../session/project.js'
import { IconButton } from '../../ui/button.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'
import { toast } from '../../ui/toast.js'
import { AddMembers } from './add-members.js'
import type { Segment } from './filters.js'
import { useMembers } from './use-members.js'

type Member = NonNullable<ReturnType<typeof useMembers>['data']>['pages'][number]['data'][number]

const COLUMNS: readonly Column<Member>[] = [
  { id: 'email', head: t.contacts.columns.email, cell: (member) => <MemberLink member={member} /> },
  {
    id: 'status',
    head: t.contacts.columns.status,
    cell: (contact) => <ContactStatus contact={contact} />,
    width: 'w-36',
  },
  {
    id: 'created',
    head: t.contacts.columns.createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-40',
  },
]

/** The contacts in a segment; those of a static one are added and removed here. */
export function SegmentMembers({ segment }: { segment: Segment }) {
  const isStatic = segment.type === 'STATIC'
  const query = useMembers(segment.id)
  const text = isStatic ? t.segments.noMembersStatic : t.segments.noMembersDynamic
  const columns = isStatic ? [...COLUMNS, removal(segment)] : COLUMNS
  return (
    <div className="flex flex-col gap-4">
      {isStatic && <AddMembers segment={segment} />}
      <Panel>
        <PagedList
          query={query}
          empty={<EmptyState icon={Users} sketch="people" title={t.segments.noMembers} text={text} />}
        >
          {(rows, isStale) => (
            <DataTable
              label={t.segments.tabs.members}
              columns={columns}
              rows={rows}
              idOf={({ id }) => id}
              isStale={isStale}
            />
          )}
        </PagedList>
      </Panel>
    </div>
  )
}

function removal(segment: Segment): Column<Member> {
  return { id: 'actions', head: '', cell: ({ email }) => <Remove segment={segment} email={email} />, width: 'w-14' }
}

function Remove({ segment: { id, projectId }, email }: { segment: Segment; email: string }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const again = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id/contacts', id] })
    await client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id'] })
  }
  const change = async (endpoint: 'DELETE /segments/:id/members' | 'POST /segments/:id/members'): Promise<void> => {
    setBusy(true)
    try {
      await call(endpoint, { projectId, params: { id }, body: { emails: [email] } })
      if (endpoint.startsWith('DELETE')) {
        toast(t.segments.removed(email), () => void change('POST /segments/:id/members'))
      }
      await again()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      icon={UserMinus}
      label={t.segments.remove(email)}
      disabled={isBusy}
      className="-my-1.5"
      onClick={() => void change('DELETE /segments/:id/members')}
    />
  )
}

function MemberLink({ member: { id, email } }: { member: Member }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/contacts/$contactId"
      params={{ projectId, contactId: id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {email}
    </Link>
  )
}
