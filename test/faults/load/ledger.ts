import { isAcknowledged, type Answer } from '../client.js'
import type { Gateway } from '../plan-faults.js'

/** What a client knows of a request: carried out, certainly not, or neither. */
export type Verdict = 'acknowledged' | 'refused' | 'unknown'

/** A `POST /v1/send`; `tag` marks its emails. */
export interface AskedSend {
  tag: string
  recipients: number
  key: string | null
  verdict: Verdict
  /** The ids that an answer named. */
  emailIds: string[]
  /** How many requests with its key were answered 200. */
  successes: number
  /** Whether an answer was 503. */
  wasUnavailable: boolean
}

/** A `POST /v1/track`; the event's data holds `number`. */
export interface AskedEvent {
  number: number
  name: string
  email: string
  key: string | null
  verdict: Verdict
  eventId: string | null
  successes: number
  wasUnavailable: boolean
}

/** The writes of one contact, one after the other. */
export interface AskedContact {
  acknowledged: number | null
  /** Values whose requests were not answered: each may have been written, early or late. */
  open: number[]
}

/** A CSV file for import. */
export interface AskedImport {
  verdict: Verdict
  jobId: string | null
  rows: number
  prefix: string
}

/** An open or a click of a recipient. */
export interface Hit {
  kind: 'opens' | 'clicks'
  emailId: string
  gateway: Gateway
  at: number
  isAnswered: boolean
  ms: number
  /** The status, or why no answer came, and after how long. */
  outcome: string
}

interface Tally {
  asked: number
  acknowledged: number
  used: number
  unavailable: number
  unanswered: number
  other: number
  latencies: number[]
}

/** All requests of the clients, with their answers. */
export class Ledger {
  readonly tallies = new Map<string, Tally>()
  /** Answers that no fault explains. */
  readonly strange: string[] = []
  readonly sends: AskedSend[] = []
  readonly events: AskedEvent[] = []
  readonly contacts = new Map<string, AskedContact>()
  readonly imports: AskedImport[] = []
  readonly campaigns = new Set<string>()
  /** Cancelled campaigns, with the time of the answer. */
  readonly cancelled = new Map<string, Date>()
  readonly hits: Hit[] = []
  #numbers = 0

  number(): number {
    this.#numbers += 1
    return this.#numbers
  }

  /** Counts an answer. */
  note(kind: string, answer: Answer): Answer {
    const tally = this.tallies.get(kind) ?? emptyTally()
    this.tallies.set(kind, tally)
    tally.asked += 1
    if (isAcknowledged(answer) || answer.status === 302) {
      tally.acknowledged += 1
      tally.latencies.push(answer.ms)
    } else if (answer.status === 409) tally.used += 1
    else if (answer.status === 503) tally.unavailable += 1
    // A gateway that was stopped while a request came in refuses the rest of it: nothing was done.
    else if (answer.status === 408) tally.unanswered += 1
    else if (answer.status === 0) tally.unanswered += 1
    else {
      tally.other += 1
      this.strange.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
    }
    return answer
  }
}

function emptyTally(): Tally {
  return { asked: 0, acknowledged: 0, used: 0, unavailable: 0, unanswered: 0, other: 0, latencies: [] }
}
