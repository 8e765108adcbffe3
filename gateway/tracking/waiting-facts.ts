import type { EngagementFact } from '../../models/domain/email-facts.js'

/** A fact that is not recorded yet, and how often that failed with this one alone. */
export interface WaitingFact {
  fact: EngagementFact
  attemptsAlone: number
}

/** Facts that wait to be recorded, up to a number; beyond it the oldest go. */
export class WaitingFacts {
  private waiting: WaitingFact[] = []
  private dropped = 0
  private limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get size(): number {
    return this.waiting.length
  }

  /** Takes facts in behind those that wait. */
  add(facts: WaitingFact[]): void {
    this.waiting.push(...facts)
    const excess = this.waiting.length - this.limit
    if (excess <= 0) return
    // What failed before stands behind what came later.
    this.waiting = this.waiting.toSorted((a, b) => a.fact.at.getTime() - b.fact.at.getTime()).slice(excess)
    this.dropped += excess
  }

  /** Hands out the first of them, `count` at most. */
  take(count: number): WaitingFact[] {
    return this.waiting.splice(0, count)
  }

  /** Lets go of all of them and takes no more in; answers how many they were. */
  giveUp(): number {
    const { size } = this
    this.limit = 0
    this.waiting = []
    return size
  }

  /** How many went since this was last asked. */
  takeDropped(): number {
    const { dropped } = this
    this.dropped = 0
    return dropped
  }
}
