import { InvitationsPanel } from './invitations-panel.js'
import { MembersPanel } from './members-panel.js'

/** Who belongs to the project, and who is invited. */
export function MembersPart() {
  return (
    <>
      <MembersPanel />
      <InvitationsPanel />
    </>
  )
}
