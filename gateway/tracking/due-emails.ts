import type { EmailHit } from '../../commands/sending/emails/count-hits.js'

/** An email with hits of one moment that are not counted yet. */
export interface DueEmail extends EmailHit {
  dueAtMs: number
  /** How often it failed to count these hits alone. */
  attemptsAlone: number
}

/** Hits of one moment are counted together. */
export const MOMENT_MS = 200

/**
 * The emails whose hits are stored and not counted yet. Projects are served round-robin, so that a flood of hits of one
 * does not delay the others.
 */
export class DueEmails {
  // The projects in the order of service, each with its oldest emails first.
  readonly #projects = new Map<string, Map<string, DueEmail>>()
  readonly #limit: number
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#size
  }

  /** Adds the email of a hit. Hits beyond the limit are found in MongoDB later, as those of ended gateways are. */
  add({ projectId, emailId, at }: EmailHit, dueAtMs: number): void {
    const moment = new Date(Math.floor(at.getTime() / MOMENT_MS) * MOMENT_MS)
    this.putBack({ projectId, emailId, at: moment, dueAtMs, attemptsAlone: 0 })
  }

  /** Puts an email at the end of its project. */
  putBack(email: DueEmail): void {
    if (this.#size >= this.#limit) return
    const { projectId, emailId, at } = email
    const ofProject = this.#projects.get(projectId) ?? new Map<string, DueEmail>()
    const name = `${emailId}:${at.getTime()}`
    if (!ofProject.has(name)) this.#size += 1
    else if (email.attemptsAlone === 0) return
    ofProject.set(name, email)
    this.#projects.set(projectId, ofProject)
  }

  /** Takes up to `count` emails that are due, of the projects in turn. */
  take(count: number): DueEmail[] {
    const nowMs = performance.now()
    const taken: DueEmail[] = []
    // A project that gave an email goes behind the others, where the loop meets it again.
    for (const [projectId, ofProject] of this.#projects) {
      if (taken.length >= count) break
      const [oldest] = ofProject
      if (!oldest || oldest[1].dueAtMs > nowMs) continue
      const [name, email] = oldest
      taken.push(email)
      ofProject.delete(name)
      this.#size -= 1
      this.#projects.delete(projectId)
      if (ofProject.size > 0) this.#projects.set(projectId, ofProject)
    }
    return taken
  }
}
