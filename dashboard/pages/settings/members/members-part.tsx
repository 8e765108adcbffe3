import { InvitationsPanel } from './invitations-panel.js'
import { MembersPanel } from './members-panel.js'
import { TestAddressesPanel } from './test-addresses-panel.js'

/** The members of the project, its invitations and its test addresses. */
export function MembersPart() {
  return (
    <>
      <MembersPanel />
      <InvitationsPanel />
      <TestAddressesPanel />
    </>
  )
}
