import { proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow'
import type { EmptyActivities, StepInput } from './empty-activities.js'

const { sendEmail } = proxyActivities<EmptyActivities>({
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
})
const { beginDelay, completeDelay, evaluateCondition, exitExecution } = proxyLocalActivities<EmptyActivities>({
  startToCloseTimeout: '10 seconds',
})

/** What Temporal does for a reference execution: the same activities in the same order, and nothing inside of them. */
export async function runEmpty({ delayMs, ...step }: StepInput & { delayMs: number }): Promise<string> {
  const summary = '"Step"'
  let { next } = await sendEmail.executeWithOptions({ summary }, [step])
  ;({ next } = await beginDelay.executeWithOptions({ summary }, [next]))
  await sleep(delayMs, { summary: 'Delay' })
  ;({ next } = await completeDelay.executeWithOptions({ summary }, [next]))
  ;({ next } = await evaluateCondition.executeWithOptions({ summary }, [next]))
  ;({ next } = await sendEmail.executeWithOptions({ summary }, [next]))
  await exitExecution.executeWithOptions({ summary }, [next])
  return 'EXITED'
}
