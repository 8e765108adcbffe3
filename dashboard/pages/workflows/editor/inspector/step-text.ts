import { t } from '../../../../messages/index.js'

/** The texts of the forms for steps. */
export const stepText = t.workflowSteps
