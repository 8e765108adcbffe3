import { onSignedOut, type RefusedCall } from '../api/client.js'

interface Waiting {
  isWrite: boolean
  resolve: () => void
  reject: (reason: Error) => void
}

/** The content of the dialog over the page: nothing, a sign-in, or the question whether to send changes again. */
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
  /** The same user has signed in again: reads are repeated immediately, and writes once the user agrees. */
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
