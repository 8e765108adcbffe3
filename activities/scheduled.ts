import { payersAfter, reportUsageOf } from '../commands/tenancy/billing/report-usage.js'
import { dueDomains, placeOf, recheckDomain } from '../commands/sending/domains/recheck-domains.js'
import type { DomainSetup } from '../commands/sending/domains/setup.js'
import {
  placesLeftToPurge,
  placesToPurge,
  purgePlace,
  type PurgeSettings,
} from '../commands/lifecycle/retention/purge.js'
import { listDynamicSegments, sweepSegment } from '../commands/audience/segments/sweep-segments.js'
import type { BillingProvider } from '../models/domain/billing-provider.js'
import { inRounds, type RoundDeps, type RoundItem } from './rounds.js'

// The longest time that the purge of one project keeps all others waiting.
const SLOT_MS = 5_000

/** Dependencies of the schedules of the installation. */
export interface ScheduledDeps extends RoundDeps, PurgeSettings {
  domains: DomainSetup
  /** Null where billing is off. */
  billing: BillingProvider | null
}

/** The activities of the schedules of the installation, which go over all projects in rounds. */
export const createScheduledActivities = (deps: ScheduledDeps) => ({
  /** Sweeps dynamic segments. */
  sweepSegmentsOfProjects: inRounds(deps, 'sweep-segments', {
    list: async (after) =>
      (await listDynamicSegments(after, { eventsKeptDays: deps.retention.events })).map((segment) => ({
        place: segment.segmentId,
        ids: { projectId: segment.projectId, segmentId: segment.segmentId },
        segment,
      })),
    doOne: async ({ segment }) => sweepSegment(segment),
  }),

  /** Deletes expired rows. */
  purgeExpiredRows: inRounds(deps, 'purge-expired', {
    list: async (after) => (await placesToPurge(after)).map(placeItem),
    listUndone: async (after) => (await placesLeftToPurge(after)).map(placeItem),
    doOne: ({ place }, began) => purgePlace(place, deps, { began, slotMs: SLOT_MS }),
  }),

  /** Checks sender domains. */
  recheckSenderDomains: inRounds(deps, 'recheck-domains', {
    list: async (after, began) =>
      (await dueDomains(began, after)).map((domain) => ({
        place: placeOf(domain),
        ids: { projectId: domain.projectId, domainId: domain._id },
        domain,
      })),
    doOne: ({ domain }, began) => recheckDomain(domain, deps.domains, began),
    concurrency: 10,
  }),

  /** Reports the emails of projects to the meter of the payment service; does nothing without a meter. */
  reportUsageOfProjects: inRounds(deps, 'report-usage', {
    list: async (after) =>
      (deps.billing?.hasMeter ? await payersAfter(after) : []).map((payer) => ({
        place: payer.billing?.customerId ?? '',
        ids: { projectId: payer._id },
        payer,
      })),
    doOne: async ({ payer }) => ({
      reported: deps.billing && (await reportUsageOf(payer, deps.billing)) ? 1 : 0,
    }),
  }),
})

function placeItem(place: string): RoundItem {
  return { place, ids: { projectId: place } }
}
