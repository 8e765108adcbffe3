import { onSignedOut } from '../api/client.js'

interface Waiting {
  isWrite: boolean
  resolve: () => void
  reject: (reason: Error) => void
}

/** What the dialog over the page shows: nothing, a sign-in, or the question whether changes are sent again. */
export type SignInState = { step: 'none' } | { step: 'sign-in' } | { step: 'repeat'; writes: number }

let waiting: Waiting[] = []
let state: SignInState = { step: 'none' }
const listeners = new Set<() => void>()

onSignedOut(
  ({ isWrite }) =>
    new Promise((resolve, reject) => {
      waiting.push({ isWrite, resolve, reject })
      if (state.step === 'none') show({ step: 'sign-in' })
    }),
)

function show(next: SignInState): void {
  state = next
  for (const listener of listeners) listener()
}

/** The calls that were refused since the session ended, as a store of React. */
export const signInAgain = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => state,
  /** The same user is back: reads are made again at once, and writes once the user says so. */
  resume(): void {
    for (const { resolve } of waiting.filter(({ isWrite }) => !isWrite)) resolve()
    waiting = waiting.filter(({ isWrite }) => isWrite)
    show(waiting.length > 0 ? { step: 'repeat', writes: waiting.length } : { step: 'none' })
  },
  repeatWrites(): void {
    for (const { resolve } of waiting.splice(0)) resolve()
    show({ step: 'none' })
  },
  /** The calls fail as they were refused. */
  giveUp(): void {
    for (const { reject } of waiting.splice(0)) reject(new Error('Not signed in again'))
    show({ step: 'none' })
  },
}
