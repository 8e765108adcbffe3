import { pointsOf } from '../../base/rate-limits/lease-points.js'
import type { AdmitContact } from './store-received.js'

const HOUR_SECONDS = 3_600

/** Admits `perHour` new contacts of a project in an hour, counted over all processes; 0 admits any number. */
export function createAdmitContact(perHour: number): AdmitContact {
  if (perHour === 0) return async () => true
  const lease = pointsOf({ name: 'inbound-contacts', limit: perHour, windowSeconds: HOUR_SECONDS })
  return async (projectId) => (await lease(projectId, 1)).granted > 0
}
