/** A semaphore that all processes share: how many calls of a kind they make at a time. */
export interface SharedSemaphore {
  /** Names the kind. */
  work: string
  places: number
  /** The longest time that a call takes. The place of a process that died is free again after it. */
  longestMs: number
}

/**
 * Runs `work` while it has one of the places that all processes share; null without a call if none was free within
 * `patienceMs`.
 */
export type WithSharedSemaphore = <Result>(
  semaphore: SharedSemaphore,
  patienceMs: number,
  work: () => Promise<Result>,
) => Promise<{ result: Result } | null>
