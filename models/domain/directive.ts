/** The step that a durable execution walks next: all that its history holds of the graph. */
export type Directive = StepDirective | EndDirective

/** Which step, in which place of the walk. */
export interface StepRef {
  projectId: string
  executionId: string
  stepId: string
  /** How many steps into the walk; with the execution it names this visit of the step for ever. */
  sequence: number
  /** How often the execution had been retried; absent: never. */
  retries?: number | undefined
}

/** A step to walk. `name` is what its author called it. */
export interface StepDirective {
  kind: 'SEND_EMAIL' | 'DELAY' | 'WAIT_FOR_EVENT' | 'CONDITION' | 'WEBHOOK' | 'UPDATE_CONTACT' | 'EXIT'
  stepId: string
  sequence: number
  retries?: number
  name: string
  /**
   * DELAY, and WAIT_FOR_EVENT with a time-out: when it ends, in milliseconds since 1970. A DELAY without it is yet
   * to be begun.
   */
  wakeAtMs?: number
  /** DELAY: its length or its end in words, for the operator. */
  lasts?: string
  /** WEBHOOK: how often it is called at most, and how long one call may take. */
  maxAttempts?: number
  timeoutMs?: number
}

/** Nothing is left to walk. */
export interface EndDirective {
  kind: 'END'
  status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'
}
