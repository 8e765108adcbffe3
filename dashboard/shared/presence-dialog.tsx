import { useState, type ComponentProps } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.js'
import { t } from '../messages/index.js'
import { signOut } from '../session/sign-in.js'
import { Button } from '../ui/button.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { Field } from '../ui/field.js'
import { Input } from '../ui/input.js'
import { describeError } from './failure.js'

/** What shows the API that the user is there; a recent sign-in needs nothing. */
export interface Proof {
  password?: string
}

type Wanted = 'nothing' | 'password' | 'sign-in'

interface PresenceDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'onConfirm' | 'describeError' | 'children'
> {
  onConfirm: (proof: Proof) => Promise<void>
  /** The error of an attempt without the dialog, from which the dialog knows what to ask for. */
  refusal?: unknown
}

/**
 * Confirms an action for which the API asks who is there: for the password, or for a new sign-in where there is none.
 */
export function PresenceDialog({ onConfirm, onClose, refusal, ...props }: PresenceDialogProps) {
  const [wanted, setWanted] = useState(wantedBy(refusal))
  const [password, setPassword] = useState('')
  const close = (): void => {
    setPassword('')
    onClose()
  }
  const confirm = async (): Promise<void> => {
    try {
      await onConfirm(wanted === 'password' ? { password } : {})
    } catch (error) {
      if (asksWho(error)) setWanted(wantedBy(error))
      throw error
    }
  }
  return (
    <ConfirmDialog {...props} onClose={close} onConfirm={confirm} describeError={describePresenceError}>
      {wanted === 'password' && (
        <Field label={t.presence.password}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
      {wanted === 'sign-in' && <SignInAgain />}
    </ConfirmDialog>
  )
}

/** Whether the API refuses an action until the user has shown to be there. */
export function asksWho(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details['reason'] === 'SIGN_IN_AGAIN'
}

function wantedBy(error: unknown): Wanted {
  if (!asksWho(error)) return 'nothing'
  return error.details['hasPassword'] === false ? 'sign-in' : 'password'
}

function describePresenceError(error: unknown): { message: string } {
  const wanted = wantedBy(error)
  if (wanted === 'nothing') return describeError(error)
  return { message: wanted === 'password' ? t.presence.askPassword : t.presence.askSignIn }
}

/** Signs out, and leads back to this page after the sign-in. */
function SignInAgain() {
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    const next = window.location.pathname + window.location.search
    await signOut()
    await navigate({ to: '/sign-in', search: { next } })
  }
  return <Button onClick={() => void leave()}>{t.presence.signInAgain}</Button>
}
