import { delayEnd, delayLacks, readMoment, type DelayConfig } from '../../../../../models/domain/delay-end.js'
import { isTimeZone } from '../../../../../models/domain/time-zone.js'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'

/** The ways to say how long a DELAY lasts. */
export const DELAY_FORMS = ['amount', 'until', 'window'] as const
export type DelayForm = (typeof DELAY_FORMS)[number]

/** The working hours that a window begins with. */
const USUAL_WINDOW = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

/** The way by which a config says how long it lasts. */
export function delayFormOf({ until, window }: DraftStep['config']): DelayForm {
  if (window !== undefined) return 'window'
  return until === undefined ? 'amount' : 'until'
}

/** The config with which a way begins. */
export function emptyDelay(form: DelayForm, zone: string): Record<string, unknown> {
  if (form === 'window') return { window: { ...USUAL_WINDOW, timezone: zone } }
  return form === 'until' ? { until: '' } : { amount: 1, unit: 'days' }
}

/** When a contact goes on that enters at `now`; null where nothing is known yet, `template` where a contact decides. */
export function whenGoesOn(config: DraftStep['config'], now: Date, zone: string): Date | 'template' | null {
  if (delayLacks(config).length > 0) return null
  const typed = config as unknown as DelayConfig
  if (typed.until !== undefined) return readMoment(typed.until) ?? (isTemplate(typed.until) ? 'template' : null)
  const own = typed.window?.timezone ?? typed.timezone
  if (own !== undefined && !isTimeZone(own)) return isTemplate(own) ? 'template' : null
  if (typed.window && (!isOpenable(typed.window) || !isTimeZone(typed.window.timezone))) return null
  if (!typed.window && !(typed.amount > 0)) return null
  return delayEnd(typed, now, zone)
}

/** A window that never opens would be looked for without an end. */
function isOpenable({ days, from, to }: { days: readonly number[]; from: string; to: string }): boolean {
  const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
  return days.length > 0 && isTime(from) && (isTime(to) || to === '24:00') && from !== to
}

function isTemplate(text: string): boolean {
  return text.includes('{{')
}
