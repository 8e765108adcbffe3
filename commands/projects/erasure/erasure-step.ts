import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import type { UploadStore } from '../../../models/domain/upload-store.js'
import type { ProjectErasure } from '../../../models/project.js'
import type { DomainSetup } from '../../domains/setup.js'

/** The project that is reset or deleted, and by what. */
export interface Erasing {
  projectId: string
  jobId: string
  kind: ProjectErasure['kind']
  domains: DomainSetup
  uploads: UploadStore
  /** Null where billing is off. */
  billing: BillingProvider | null
}

/** What one call of a step has done; the step is over when `count` is 0. */
export interface StepDone {
  count: number
  /** What is counted is no row: others have to end first. */
  isWaiting?: boolean
}

/** A step of a reset or deletion, which takes the next of its documents. May be repeated at any point. */
export type ErasureStep = (of: Erasing) => Promise<StepDone>
