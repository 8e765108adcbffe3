import { useCallback, useSyncExternalStore } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { onDropped } from '../session/stored.js'
import { signOut } from '../session/sign-in.js'
import { hasUnsaved } from '../session/unsaved.js'
import { showError } from './show-error.js'

let isAsking = false
const listeners = new Set<() => void>()

/** Asks whether the user signs out although something is not saved, or asks no longer. */
export function askToSignOut(isAsked: boolean): void {
  isAsking = isAsked
  for (const listener of listeners) listener()
}

// Another tab has signed out while the question was open here.
onDropped(() => askToSignOut(false))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the question is open. */
export function useIsAskingToSignOut(): boolean {
  return useSyncExternalStore(subscribe, () => isAsking)
}

/** Signs out and shows the page for signing in; what is not saved is gone. Throws ApiError. */
export function useSignOutForGood(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await signOut()
    await navigate({ to: '/sign-in', ignoreBlocker: true })
  }, [navigate])
}

/** Signs out, after a question where that would lose changes. */
export function useSignOut(): () => void {
  const signOutForGood = useSignOutForGood()
  return useCallback(() => {
    if (hasUnsaved()) askToSignOut(true)
    else void signOutForGood().catch(showError)
  }, [signOutForGood])
}
