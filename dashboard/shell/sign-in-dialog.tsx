import { useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../messages/index.js'
import { AccountForm } from '../shared/account-form.js'
import { useSubmit } from '../shared/use-submit.js'
import { signInAgain } from '../session/sign-in-again.js'
import { signIn } from '../session/sign-in.js'
import { forget } from '../session/tabs.js'
import { meQuery } from '../session/user.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'

/**
 * The dialog over the page after the session has ended: the content of the page stays, and continues after the sign-in.
 */
export function SignInDialog() {
  const state = useSyncExternalStore(signInAgain.subscribe, signInAgain.get)
  if (state.step === 'none') return null
  if (state.step === 'repeat') return <RepeatDialog writes={state.writes} />
  return (
    <Dialog isOpen title={t.session.endedTitle} text={t.session.endedText}>
      <SignInForm />
    </Dialog>
  )
}

function SignInForm() {
  // The query is not asked again: it says who was signed in before.
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const navigate = useNavigate()
  const submission = useSubmit(async ({ email = '', password = '' }) => {
    const { isSame } = await signIn({ email, password })
    // The content of the page is not theirs to save.
    if (!isSame) await navigate({ to: '/projects', ignoreBlocker: true })
  })
  // The browser keeps unsaved changes for the user who was signed in.
  const leave = async (): Promise<void> => {
    await navigate({ to: '/sign-in', ignoreBlocker: true })
    forget()
  }
  return (
    <AccountForm fields={['email', 'password']} submit={t.session.signIn} submission={submission} email={me?.email}>
      <Button variant="quiet" onClick={() => void leave()}>
        {t.session.anotherUser}
      </Button>
    </AccountForm>
  )
}

function RepeatDialog({ writes }: { writes: number }) {
  return (
    <Dialog isOpen title={t.session.repeatTitle} text={t.session.repeatText(writes)}>
      <div className="flex justify-end gap-2">
        <Button onClick={() => signInAgain.giveUp()}>{t.session.discard}</Button>
        <Button variant="strong" onClick={() => signInAgain.repeatWrites()}>
          {t.session.repeat}
        </Button>
      </div>
    </Dialog>
  )
}
