import { onSignedOut, type RefusedCall } from '../api/client.js'

interface Waiting {
  isWrite: boolean
  resolve: () => void
  reject: (reason: Error) => void
}

/** What the dialog over the page shows: nothing, a sign-in, or the question whether changes are sent again. */
export type SignInState = { step: 'none' } | { step: 'sign-in' } | { step: 'repeat'; writes: number }

let waiting: Waiting[] = []
let state: SignInState = { step: 'none' }
let resumedAt = 0
const listeners = new Set<() => void>()

onSignedOut(
  ({ isWrite, madeAt }: RefusedCall) =>
    new Promise((resolve, reject) => {
      // A request can go out before the sign-in and be refused after it.
      const isOver = madeAt < resumedAt && state.step !== 'sign-in'
      if (isOver && !isWrite) {
        resolve()
        return
      }
      waiting.push({ isWrite, resolve, reject })
      if (isOver) askForWrites()
      else if (state.step === 'none') show({ step: 'sign-in' })
    }),
)

function show(next: SignInState): void {
  state = next
  for (const listener of listeners) listener()
}

function askForWrites(): void {
  const writes = waiting.filter(({ isWrite }) => isWrite).length
  show(writes > 0 ? { step: 'repeat', writes } : { step: 'none' })
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
    resumedAt = performance.now()
    for (const { resolve } of waiting.filter(({ isWrite }) => !isWrite)) resolve()
    waiting = waiting.filter(({ isWrite }) => isWrite)
    askForWrites()
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
