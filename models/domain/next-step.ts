/** The next step of an execution. Of the whole graph, only this enters the history of the Temporal workflow. */
export type NextStep = StepToRun | EndOfExecution

/** One run of a step by an execution. */
export interface StepRef {
  projectId: string
  executionId: string
  stepId: string
  /** Number of the run within the execution, which never changes. */
  sequence: number
  /** The number of earlier retries of the execution; absent: none. */
  retries?: number | undefined
  /**
   * The id of the version with which the Temporal workflow began. A retry may have changed the version of the execution
   * since.
   */
  versionId: string
  /** Whether the step follows a DELAY whose time has passed and whose end is recorded with the outcome of this step. */
  endsDelay?: boolean | undefined
}

/** The next step to run. `name` is the author's, for operators. */
export interface StepToRun {
  kind: 'SEND_EMAIL' | 'DELAY' | 'WAIT_FOR_EVENT' | 'CONDITION' | 'WEBHOOK' | 'UPDATE_CONTACT' | 'EXIT'
  stepId: string
  sequence: number
  retries?: number
  name: string
  /**
   * End of a DELAY, or of a WAIT_FOR_EVENT with a time-out, in milliseconds since 1970. Missing from a DELAY whose end
   * `beginDelay` must still compute.
   */
  wakeAtMs?: number
  /** Length or end of a DELAY in words, for operators. */
  lasts?: string
  /** The CONDITION after a DELAY. Such a DELAY needs no activity to end. */
  followedBy?: { stepId: string; name: string }
  /** Whether the step is the CONDITION after such a DELAY; see `StepRef`. */
  endsDelay?: true
  /** The time for each attempt of a WEBHOOK. */
  timeoutMs?: number
}

/** The execution has ended. */
export interface EndOfExecution {
  kind: 'END'
  status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'
  /** The name of the EXIT, when the execution has ended with the step before it. */
  name?: string
}
