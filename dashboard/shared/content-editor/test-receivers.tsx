import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { meQuery } from '../../session/user.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { AddTestAddress } from '../test-addresses/add-test-address.js'
import { useTestAddresses } from '../test-addresses/test-addresses.js'

interface TestReceiversProps {
  /** The chosen addresses; null: the user's own alone. */
  chosen: readonly string[] | null
  onChange: (chosen: readonly string[]) => void
}

/** Chooses who gets a test: oneself, other members, and addresses that have confirmed. Others can be added. */
export function TestReceivers({ chosen, onChange }: TestReceiversProps) {
  const projectId = useProjectId()
  const { data: me } = useQuery(meQuery)
  const { data: members = [] } = useQuery(read('GET /projects/:id/members', { params: { id: projectId } }))
  const { data: addresses = [] } = useTestAddresses(projectId)
  const [isAdding, setAdding] = useState(false)
  const own = me?.email ?? ''
  const picked = chosen ?? [own]
  const box = (email: string, label = email) => (
    <Checkbox
      key={email}
      label={label}
      checked={picked.includes(email)}
      onChange={({ target }) =>
        onChange(target.checked ? [...picked, email] : picked.filter((address) => address !== email))
      }
    />
  )
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-medium">{t.content.testTo}</legend>
        <div className="flex max-h-48 flex-col gap-2 overflow-y-auto break-all">
          {box(own, t.content.testToMe(own))}
          {members.filter(({ email }) => email !== own).map(({ email }) => box(email))}
          {addresses.map(({ email, status }) =>
            status === 'CONFIRMED' ? (
              box(email)
            ) : (
              <Checkbox key={email} label={email} hint={t.testAddresses.pending} disabled />
            ),
          )}
        </div>
      </fieldset>
      {isAdding ? (
        <AddTestAddress />
      ) : (
        <div>
          <Button variant="quiet" icon={UserPlus} onClick={() => setAdding(true)}>
            {t.testAddresses.addAnother}
          </Button>
        </div>
      )}
    </div>
  )
}
