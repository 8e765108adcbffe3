import { call, type Answer } from '../api/client.js'
import { queryClient } from '../api/query.js'
import { dropStored } from './stored.js'
import { signInAgain } from './sign-in-again.js'
import { forget, tellTabs } from './tabs.js'
import { knownUserId, meQuery } from './user.js'

interface Credentials {
  email: string
  password: string
}

/** Signs in. Returns whether it is the user who was signed in before; all answers to another one are forgotten. */
export async function signIn(credentials: Credentials): Promise<{ isSame: boolean }> {
  return begin(await call('POST /auth/login', { body: credentials }, { isProbe: true }))
}

/** Makes an account and signs in. */
export async function signUp(credentials: Credentials): Promise<void> {
  begin(await call('POST /auth/signup', { body: credentials }, { isProbe: true }))
}

/** Signs out in every tab. Throws ApiError. */
export async function signOut(): Promise<void> {
  // The API would refuse the reads that still run, and the page would ask for a new sign-in.
  await queryClient.cancelQueries()
  try {
    await call('POST /auth/logout', {}, { isProbe: true })
  } catch (error) {
    void queryClient.refetchQueries({ type: 'active' })
    throw error
  }
  endHere()
}

/** Forgets the user, whose session has ended for good, and all that this browser keeps for the user, in every tab. */
export function endHere(): void {
  dropStored()
  forget()
  tellTabs({ type: 'signed-out' })
}

function begin(user: Answer<'GET /users/@me'>): { isSame: boolean } {
  const isSame = knownUserId() === user.id
  if (!isSame) forget()
  queryClient.setQueryData(meQuery.queryKey, user)
  tellTabs({ type: 'signed-in', userId: user.id })
  if (isSame) signInAgain.resume()
  return { isSame }
}
