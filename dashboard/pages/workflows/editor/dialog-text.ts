import { t } from '../../../messages/index.js'

/** The texts of the dialogs. */
export const dialogText = t.workflowDialogs
