import { readIsoDate } from './conditions/iso-dates.js'
import { delayMs, describeMs, type DelayUnit } from './delay.js'
import { describeClock, nextOpening, type DelayWindow } from './delay-window.js'

/** The complete config of a DELAY step: a length, a date or a window. */
export type DelayConfig =
  | { amount: number; unit: DelayUnit; until?: undefined; window?: undefined }
  | { until: string; window?: undefined }
  | { window: DelayWindow; until?: undefined }

/**
 * The end of a DELAY step that is entered at `now`; a moment in the past ends it immediately. Null when `until` is a
 * template that has to be rendered first.
 */
export function delayEnd(config: DelayConfig, now: Date): Date | null {
  if (config.window) return new Date(nextOpening(config.window, now.getTime()))
  if (config.until !== undefined) return readMoment(config.until)
  return new Date(now.getTime() + delayMs(config))
}

/**
 * Reads a date as contact fields hold it: an ISO 8601 date-time with an offset, or a date alone, which means midnight
 * UTC. Null for any other text.
 */
export function readMoment(text: string): Date | null {
  return readIsoDate(text.trim())?.from ?? null
}

/** Describes a DELAY step that ends at `endsAt` for operators: `3 days`, `until Mon 09:00 Europe/Berlin`. */
export function describeDelay(config: DelayConfig, endsAt: Date): string {
  if (config.window) {
    const { timezone } = config.window
    return `until ${describeClock(endsAt.getTime(), timezone)} ${timezone}`
  }
  if (config.until !== undefined) return `until ${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return describeMs(delayMs(config))
}

/** The missing fields of a DELAY step's config, each with a message for the author. */
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
