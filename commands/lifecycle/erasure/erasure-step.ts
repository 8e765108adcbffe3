import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import type { UploadStore } from '../../../models/domain/upload-store.js'
import type { ProjectErasure } from '../../../models/project.js'
import type { DomainSetup } from '../../sending/domains/setup.js'

/** The project that is reset or deleted, its job, and the services that the steps need. */
export interface Erasing {
  projectId: string
  jobId: string
  kind: ProjectErasure['kind']
  domains: DomainSetup
  uploads: UploadStore
  /** Null where billing is off. */
  billing: BillingProvider | null
}

/** The result of one call of a step; the step is done when `count` is 0. */
export interface StepDone {
  count: number
  /** The step waits for other work to end, and `count` does not count rows. */
  isWaiting?: boolean
}

/** A step of a reset or deletion: one call handles the next batch of its documents. It is safe to repeat. */
export type ErasureStep = (erasing: Erasing) => Promise<StepDone>
