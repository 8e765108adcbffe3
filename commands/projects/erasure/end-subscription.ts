import { Project } from '../../../models/project.js'
import type { ErasureStep } from './erasure-step.js'

/** Ends what the project pays for. Until the service of payments answers it fails, and the deletion is tried again. */
export const endSubscription: ErasureStep = async ({ projectId, billing }) => {
  const project = billing && (await Project.findOne({ _id: projectId }, { billing: 1 }).lean())
  const customerId = project?.billing?.customerId
  const count = billing && customerId !== undefined ? await billing.endSubscriptions(customerId).catch(retry) : 0
  return { count, isWaiting: true }
}

// An error that is explained to callers of the API would end the job for good.
function retry(error: unknown): never {
  throw new Error('The subscription of a project that is deleted could not be ended', { cause: error })
}
