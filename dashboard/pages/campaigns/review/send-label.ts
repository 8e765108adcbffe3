import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { formatIn } from '../../../shared/zones.js'
import type { When } from '../composer/draft.js'
import type { AudienceCount } from '../composer/audience-count-of.js'
import type { Asked } from './checks.js'

/** The label of the send button: it names the number of recipients or the time. */
export function sendLabel(
  when: When,
  audience: Asked<Pick<AudienceCount, 'eligible' | 'exact'>>,
  zone: string,
): string {
  if (when.kind === 'later' && when.at !== null) return t.campaigns.scheduleFor(formatIn(when.at, zone))
  if (typeof audience === 'string') return t.campaigns.sendUnknown
  const { eligible, exact } = audience
  if (!exact) return t.campaigns.sendToAbout(formatNumber(eligible))
  return t.campaigns.sendTo(formatNumber(eligible))
}
