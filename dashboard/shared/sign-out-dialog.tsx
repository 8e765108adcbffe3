import { t } from '../messages/index.js'
import { storedDrafts, readDraft, type DraftOf } from '../session/drafts.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { describeError } from './failure.js'
import { Moment } from './moment.js'
import { askToSignOut, useSignOutForGood } from './sign-out.js'

/** Asks before a user signs out and loses what is not saved, and names it. */
export function SignOutDialog() {
  const signOutForGood = useSignOutForGood()
  const drafts = storedDrafts()
  return (
    <ConfirmDialog
      isOpen
      onClose={() => askToSignOut(false)}
      title={t.drafts.signOut}
      text={t.drafts.signOutText}
      action={t.drafts.signOutAction}
      onConfirm={signOutForGood}
      describeError={describeError}
    >
      {drafts.length > 0 && (
        <ul aria-label={t.drafts.stored} className="flex max-h-48 flex-col gap-1 overflow-y-auto">
          {drafts.map((draft) => (
            <StoredDraft key={`${draft.kind} ${draft.id}`} of={draft} />
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}

function StoredDraft({ of }: { of: DraftOf }) {
  const draft = readDraft<{ name?: unknown } | null>(of)
  const name = draft?.value?.name
  return (
    <li className="min-w-0 break-words">
      {t.drafts.kinds[of.kind](typeof name === 'string' ? name : '')}
      {draft && (
        <span className="text-muted">
          {' · '}
          <Moment at={draft.storedAt} />
        </span>
      )}
    </li>
  )
}
