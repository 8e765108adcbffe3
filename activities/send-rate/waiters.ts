/**
 * What a send is for, the most urgent first: those before go before those behind. Transactional mail also has a share
 * of the rate that no other can touch.
 */
export type SendClass = 'transactional' | 'workflow' | 'campaign'

/** A send that waits for its turn. */
export interface Waiter {
  projectId: string
  sendClass: SendClass
  settle(isItsTurn: boolean): void
}

/**
 * Whose turn is next: transactional mail before that of workflows before that of campaigns, and among the like the
 * projects one by one, so that who has few to send need not wait for all of who has many.
 */
export class Waiters {
  readonly #byClass: Record<SendClass, ProjectsInTurn> = {
    transactional: new ProjectsInTurn(),
    workflow: new ProjectsInTurn(),
    campaign: new ProjectsInTurn(),
  }

  get size(): number {
    const { transactional, workflow, campaign } = this.#byClass
    return transactional.size + workflow.size + campaign.size
  }

  sizeOf(sendClass: SendClass): number {
    return this.#byClass[sendClass].size
  }

  add(waiter: Waiter): void {
    this.#byClass[waiter.sendClass].add(waiter)
  }

  delete(waiter: Waiter): void {
    this.#byClass[waiter.sendClass].delete(waiter)
  }

  /** Takes out the one whose turn is next. */
  next(): Waiter | undefined {
    const { transactional, workflow, campaign } = this.#byClass
    return transactional.next() ?? workflow.next() ?? campaign.next()
  }
}

class ProjectsInTurn {
  // Only projects that have somebody waiting, the next one first.
  readonly #projects = new Map<string, Set<Waiter>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(waiter: Waiter): void {
    const waiting = this.#projects.get(waiter.projectId)
    if (waiting) waiting.add(waiter)
    else this.#projects.set(waiter.projectId, new Set([waiter]))
    this.#size += 1
  }

  delete(waiter: Waiter): void {
    const waiting = this.#projects.get(waiter.projectId)
    if (!waiting?.delete(waiter)) return
    this.#size -= 1
    if (waiting.size === 0) this.#projects.delete(waiter.projectId)
  }

  next(): Waiter | undefined {
    const [waiting] = this.#projects.values()
    if (!waiting) return undefined
    const [waiter] = waiting
    if (!waiter) return undefined
    this.delete(waiter)
    if (waiting.size > 0) {
      // Behind all other projects.
      this.#projects.delete(waiter.projectId)
      this.#projects.set(waiter.projectId, waiting)
    }
    return waiter
  }
}
