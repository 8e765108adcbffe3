import { withinTime } from '../../runtime/concurrency/within-time.js'
import type { ValidSettings } from '../../runtime/config.js'

/** How bad a finding is; the worst one decides the exit status. */
export const SEVERITIES = ['ok', 'warning', 'fault'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The result of one check. A warning and a fault name their remedy: a command, or a setting to change. */
export type Finding = { status: 'ok'; found: string } | { status: 'warning' | 'fault'; found: string; remedy: string }

/** A finding under the name of its check. */
export type Check = Finding & { name: string }

/** Runs one check and keeps its finding; a check that throws or takes too long is a fault. */
export type Examine = (name: string, check: () => Promise<Finding> | Finding) => Promise<Finding>

/** The checks of one part of the installation. They run beside those of other parts, and do not depend on them. */
export type Area = (settings: ValidSettings, examine: Examine) => Promise<void>

const CHECK_LIMIT_MS = 6_000
const AREA_LIMIT_MS = 15_000

/** A finding that needs no action. */
export const ok = (found: string): Finding => ({ status: 'ok', found })

/** A finding that works now, but not for long or not well. */
export const warning = (found: string, remedy: string): Finding => ({ status: 'warning', found, remedy })

/** A finding that keeps the installation from doing its work. */
export const fault = (found: string, remedy: string): Finding => ({ status: 'fault', found, remedy })

/** Runs the checks of an area within its time, and returns their findings in the order in which they began. */
export async function examineArea(area: Area, settings: ValidSettings): Promise<Check[]> {
  const begun: { name: string; finding: Finding }[] = []
  const examine: Examine = async (name, check) => {
    const entry = { name, finding: tooLate(CHECK_LIMIT_MS) }
    begun.push(entry)
    try {
      entry.finding = await withinTime(Promise.resolve().then(check), CHECK_LIMIT_MS, '')
    } catch (error) {
      if (error instanceof Error && error.message) entry.finding = failed(error)
    }
    return entry.finding
  }
  await withinTime(area(settings, examine), AREA_LIMIT_MS, '').catch((error: unknown) => {
    begun.push({ name: 'doctor', finding: failed(error) })
  })
  return begun.map(({ name, finding }) => ({ name, ...finding }))
}

// A longer reason is not readable at a terminal.
const MAX_REASON_LENGTH = 1_000

/** What an error says, for a person at the terminal: its code, or its message without credentials and addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const cause = error.cause instanceof Error ? error.cause : null
  const text = (cause?.message || error.message || error.name).split('\n')[0] ?? ''
  const reason = text.slice(0, MAX_REASON_LENGTH)
  // The time of these patterns is bounded by MAX_REASON_LENGTH.
  return reason.replaceAll(/\/\/[^/\s@]*@/g, '//').replaceAll(/[^\s@<>]+@[^\s@<>]+/g, '…')
}

function failed(error: unknown): Finding {
  return fault(`the check failed: ${reasonOf(error)}`, 'Run the doctor again. If the error persists, investigate it.')
}

function tooLate(limitMs: number): Finding {
  return fault(`no answer within ${limitMs / 1_000} seconds`, 'Check the load and the network of this service.')
}
