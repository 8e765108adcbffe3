import { t } from '../../messages/index.js'
import { durationOf } from './review/duration.js'

/** A number of seconds in words. */
export function durationText(seconds: number): string {
  const { unit, count } = durationOf(seconds)
  return t.campaigns.durations[unit](count)
}
