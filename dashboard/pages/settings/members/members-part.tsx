import { InvitationsPanel } from './invitations-panel.js'
import { MembersPanel } from './members-panel.js'

/** The members of the project, and its invitations. */
export function MembersPart() {
  return (
    <>
      <MembersPanel />
      <InvitationsPanel />
    </>
  )
}
