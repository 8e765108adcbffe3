import type { Part } from './part.js'
import { beside } from './parts/beside.js'
import { campaignSmtp } from './parts/campaign-smtp.js'
import { campaign } from './parts/campaign.js'
import { compose } from './parts/compose.js'
import { crowd } from './parts/crowd.js'
import { execution } from './parts/execution.js'
import { growth } from './parts/growth.js'
import { hosts } from './parts/hosts.js'
import { importPart } from './parts/import.js'
import { memory } from './parts/memory.js'
import { notifications } from './parts/notifications.js'
import { send } from './parts/send.js'
import { smtp } from './parts/smtp.js'
import { soak } from './parts/soak.js'
import { track } from './parts/track.js'
import { wake } from './parts/wake.js'

/** Every part, in the order in which they run: `send` to `crowd` share one stack. */
export const PARTS: readonly Part[] = [
  memory,
  send,
  track,
  execution,
  campaign,
  beside,
  crowd,
  campaignSmtp,
  growth,
  hosts,
  compose,
  smtp,
  notifications,
  wake,
  importPart,
  soak,
]
