import { call } from '../api/client.js'
import { lastInputAt } from '../api/polling.js'
import { queryClient } from '../api/query.js'
import { isRenewalDue } from './renewal.js'
import { meQuery } from './user.js'

const CHECK_MS = 60_000
// The page knows its user by then.
const FIRST_CHECK_MS = 2_000

/** Renews the session before it ends, as long as the user is active. */
export function keepSession(): () => void {
  let lastTry: number | null = null
  const check = async (): Promise<void> => {
    const me = queryClient.getQueryData(meQuery.queryKey)
    if (!me || document.hidden) return
    const use = { expiresAt: Date.parse(me.sessionExpiresAt), lastInput: lastInputAt(), lastTry }
    if (!isRenewalDue(use, Date.now())) return
    lastTry = Date.now()
    try {
      const renewed = await call('POST /auth/renew-session', {}, { isProbe: true })
      if (queryClient.getQueryData(meQuery.queryKey)?.id === renewed.id) {
        queryClient.setQueryData(meQuery.queryKey, renewed)
      }
    } catch {
      // The next check tries again within the hour, and a session that has ended asks for a sign-in by itself.
    }
  }
  const timer = setInterval(() => void check(), CHECK_MS)
  // A page that was opened may be all that its user does today.
  const first = setTimeout(() => void check(), FIRST_CHECK_MS)
  return () => {
    clearInterval(timer)
    clearTimeout(first)
  }
}
