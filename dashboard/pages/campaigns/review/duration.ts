/** A duration in one unit, rounded up. */
export interface Duration {
  unit: 'seconds' | 'minutes' | 'hours' | 'days'
  count: number
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** A number of seconds in the unit that a person would choose. */
export function durationOf(seconds: number): Duration {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole <= 90) return { unit: 'seconds', count: whole }
  if (whole <= 90 * MINUTE) return { unit: 'minutes', count: Math.ceil(whole / MINUTE) }
  if (whole <= 36 * HOUR) return { unit: 'hours', count: Math.ceil(whole / HOUR) }
  return { unit: 'days', count: Math.ceil(whole / DAY) }
}
