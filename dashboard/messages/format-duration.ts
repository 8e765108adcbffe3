import { LOCALE } from './index.js'

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in its largest unit. */
export function formatDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? (['second', 1] as const)
  const value = Math.max(1, Math.round(seconds / size))
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
