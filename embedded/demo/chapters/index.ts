import type { Chapter } from '../scene.js'
import { campaignWithKills } from './campaign-with-kills.js'
import { cancelledExecution } from './cancelled-execution.js'
import { sameKeyAgain } from './same-key-again.js'
import { transactionalMail } from './transactional-mail.js'
import { twoMails } from './two-mails.js'
import { waitTimesOut } from './wait-times-out.js'

/** The story, in the order in which it is told. */
export const chapters: readonly Chapter[] = [
  transactionalMail,
  sameKeyAgain,
  twoMails,
  waitTimesOut,
  cancelledExecution,
  campaignWithKills,
]
