import { formatNumber } from './format.js'

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const
const KB = 1_024

/** A number of bytes in the unit in which it is short. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < KB ? 0 : Math.floor(Math.log(bytes) / Math.log(KB)))
  const size = bytes / KB ** power
  return `${formatNumber(power === 0 || size >= 10 ? Math.round(size) : Math.round(size * 10) / 10)} ${UNITS[power]}`
}
