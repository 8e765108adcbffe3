import { queryClient } from '../api/query.js'
import { dropStored } from './stored.js'
import { forgetPages } from './recent-pages.js'
import { signInAgain } from './sign-in-again.js'
import { knownUserId } from './user.js'

type TabMessage = { type: 'signed-in'; userId: string } | { type: 'signed-out' }

const channel = new BroadcastChannel('posthorn-session')

/** Tells the other tabs of this browser who is signed in now. */
export function tellTabs(message: TabMessage): void {
  channel.postMessage(message)
}

/** Follows the other tabs: the same user goes on, another one starts anew. `leave` shows the page for signing in. */
export function followTabs(leave: () => void): () => void {
  const receive = ({ data }: MessageEvent<TabMessage>): void => {
    if (data.type === 'signed-in' && data.userId === knownUserId()) {
      signInAgain.resume()
      return
    }
    // The other tab has already dropped the values that it stored for itself.
    if (data.type === 'signed-out') dropStored()
    leave()
    forget()
  }
  channel.addEventListener('message', receive)
  return () => channel.removeEventListener('message', receive)
}

/** Forgets every answer: they belong to the user who was signed in. */
export function forget(): void {
  signInAgain.giveUp()
  queryClient.clear()
  forgetPages()
}
