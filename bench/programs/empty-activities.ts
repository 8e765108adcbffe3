/** The argument and result of each step: ids alone, as long as those of a reference execution. */
export interface StepInput {
  projectId: string
  executionId: string
  stepId: string
  sequence: number
}

/** Names the step that follows, as every activity of a real execution does. */
type Step = (input: StepInput) => Promise<{ next: StepInput }>

/** The activities of a reference execution without a body; `onExit` is called at the end of each execution. */
export function createEmptyActivities(onExit: () => void) {
  const step: Step = async (input) => ({ next: { ...input, sequence: input.sequence + 1 } })
  return {
    sendEmail: step,
    beginDelay: step,
    completeDelay: step,
    evaluateCondition: step,
    async exitExecution(input: StepInput) {
      onExit()
      return step(input)
    },
  }
}

export type EmptyActivities = ReturnType<typeof createEmptyActivities>
