import { Project } from '../../../models/project.js'
import type { ErasureStep } from './erasure-step.js'

/** Ends the subscriptions of the project. The step fails and is tried again until the payment service answers. */
export const endSubscription: ErasureStep = async ({ projectId, billing }) => {
  const project = billing && (await Project.findOne({ _id: projectId }, { billing: 1 }).lean())
  const customerId = project?.billing?.customerId
  const count = billing && customerId !== undefined ? await billing.endSubscriptions(customerId).catch(retry) : 0
  return { count, isWaiting: true }
}

// An AppError would end the job for good; every other error is retried.
function retry(error: unknown): never {
  throw new Error('The subscription of a project that is deleted could not be ended', { cause: error })
}
