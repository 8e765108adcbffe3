import { readIsoDate } from './conditions/iso-dates.js'
import { delayMs, describeMs, type DelayUnit } from './delay.js'
import { describeClock, nextOpening, type DelayWindow } from './delay-window.js'

/** What a DELAY step is configured with, once it is complete: one of the three. */
export type DelayConfig =
  | { amount: number; unit: DelayUnit; until?: undefined; window?: undefined }
  | { until: string; window?: undefined }
  | { window: DelayWindow; until?: undefined }

/**
 * When a DELAY step ends that is entered at `now`; a time that is over ends it at once. Null where only the
 * rendering of its `until` can tell.
 */
export function delayEnd(config: DelayConfig, now: Date): Date | null {
  if (config.window) return new Date(nextOpening(config.window, now.getTime()))
  if (config.until !== undefined) return readMoment(config.until)
  return new Date(now.getTime() + delayMs(config))
}

/**
 * The moment that a text names: a date-time of ISO 8601 with its offset, or a date alone, which is its midnight
 * in UTC. These are the dates that fields of contacts hold. Null for any other text.
 */
export function readMoment(text: string): Date | null {
  return readIsoDate(text.trim())?.from ?? null
}

/** How long a DELAY step lasts that ends at `endsAt`, as an operator reads it: `3 days`, `until Mon 09:00 Europe/Berlin`. */
export function describeDelay(config: DelayConfig, endsAt: Date): string {
  if (config.window) {
    const { timezone } = config.window
    return `until ${describeClock(endsAt.getTime(), timezone)} ${timezone}`
  }
  if (config.until !== undefined) return `until ${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return describeMs(delayMs(config))
}

/** The fields that the config of a DELAY step still lacks, by their paths, each with a sentence for its author. */
export function delayLacks({
  amount,
  unit,
  until,
  window,
}: Record<string, unknown>): [field: string, message: string][] {
  if (until !== undefined) return []
  if (window === undefined) {
    return [
      ...missing('amount', amount, 'A DELAY needs an amount, or until, or a window'),
      ...missing('unit', unit, 'A DELAY by amount needs a unit'),
    ]
  }
  const { days, from, to, timezone } = window as Partial<DelayWindow>
  return [
    ...missing('window.days', days, 'A window needs the days on which it opens'),
    ...missing('window.from', from, 'A window needs the time at which it opens'),
    ...missing('window.to', to, 'A window needs the time at which it is over'),
    ...missing('window.timezone', timezone, 'A window needs a time zone'),
  ]
}

function missing(field: string, value: unknown, message: string): [field: string, message: string][] {
  return value === undefined ? [[field, message]] : []
}
