import { readIsoDate } from './conditions/iso-dates.js'
import { calendarDays, delayMs, DELAY_UNITS_MS, describeMs, type DelayUnit } from './delay.js'
import { describeClock, nextOpening, type DelayWindow } from './delay-window.js'
import { clockOffsetMs, isTimeZone, momentAt, zoneClock } from './time-zone.js'

/** The complete config of a DELAY step: a length, a date or a window. */
export type DelayConfig =
  | { amount: number; unit: DelayUnit; timezone?: string; until?: undefined; window?: undefined }
  | { until: string; window?: undefined; timezone?: undefined }
  | { window: DelayWindow; until?: undefined; timezone?: undefined }

/**
 * The end of a DELAY step that an execution enters at `now`, in a project of this time zone. A moment in the past ends
 * the delay immediately. Whole days and weeks end at the same time of day, that number of days later. Null when `until`
 * or the time zone of the step is a template that must first be rendered.
 */
export function delayEnd(config: DelayConfig, now: Date, zone: string): Date | null {
  if (config.until !== undefined) return readMoment(config.until)
  const days = config.window ? null : calendarDays(config)
  if (!config.window && days === null) return new Date(now.getTime() + delayMs(config))
  const stepZone = zoneOf(config) ?? zone
  if (!isTimeZone(stepZone)) return null
  return new Date(
    config.window ? nextOpening(config.window, now.getTime()) : daysLater(days ?? 0, stepZone, now.getTime()),
  )
}

/** The time zone that the step names, which may be a template. */
export function zoneOf(config: DelayConfig): string | undefined {
  return config.window?.timezone ?? config.timezone
}

/** The config of a DELAY step with a known time zone. */
export function inZone(config: DelayConfig, timezone: string): DelayConfig {
  if (config.window) return { window: { ...config.window, timezone } }
  return config.until === undefined ? { ...config, timezone } : config
}

/** The moment that is `days` days later, at the same time of day on the clocks of a zone. */
function daysLater(days: number, zone: string, atMs: number): number {
  const clock = zoneClock(zone)
  return momentAt(clock, atMs + clockOffsetMs(clock, atMs) + days * DELAY_UNITS_MS.days)
}

/**
 * Reads a date as contact fields hold it: an ISO 8601 date-time with an offset, or only a date, which means midnight
 * UTC. Null for any other text.
 */
export function readMoment(text: string): Date | null {
  return readIsoDate(text.trim())?.from ?? null
}

/** Describes a DELAY step that ends at `endsAt` for operators: `3 days`, `until Mon 09:00 Europe/Berlin`. */
export function describeDelay(config: DelayConfig, endsAt: Date): string {
  // A rendered template may hold data of the contact, which operators must not see.
  if (config.window && isTimeZone(config.window.timezone)) {
    const { timezone } = config.window
    return `until ${describeClock(endsAt.getTime(), timezone)} ${timezone}`
  }
  if (config.window || config.until !== undefined)
    return `until ${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
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
      ...missing('amount', amount, 'Set how long to wait'),
      ...missing('unit', unit, 'Choose a unit for the time to wait'),
    ]
  }
  const { days, from, to, timezone } = window as Partial<DelayWindow>
  return [
    ...missing('window.days', days, 'A window requires at least one day'),
    ...missing('window.from', from, 'A window requires a start time'),
    ...missing('window.to', to, 'A window requires an end time'),
    ...missing('window.timezone', timezone, 'A window requires a time zone'),
  ]
}

function missing(field: string, value: unknown, message: string): [field: string, message: string][] {
  return value === undefined ? [[field, message]] : []
}
