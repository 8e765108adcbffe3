/**
 * Priority class of a send, the most urgent first: a more urgent class is served before the others. Transactional mail
 * also has a share of the rate that the other classes cannot use.
 */
export type SendClass = 'transactional' | 'workflow' | 'campaign'

/** A send that waits for a permit. */
export interface PermitRequest {
  projectId: string
  sendClass: SendClass
  resolve(isGranted: boolean): void
}

/**
 * Requests that wait for permits: by class, and within a class round robin by project, so that a project with few
 * sends does not wait for all sends of a project with many.
 */
export class PermitQueue {
  readonly #byClass: Record<SendClass, RoundRobin> = {
    transactional: new RoundRobin(),
    workflow: new RoundRobin(),
    campaign: new RoundRobin(),
  }

  get size(): number {
    const { transactional, workflow, campaign } = this.#byClass
    return transactional.size + workflow.size + campaign.size
  }

  sizeOf(sendClass: SendClass): number {
    return this.#byClass[sendClass].size
  }

  add(request: PermitRequest): void {
    this.#byClass[request.sendClass].add(request)
  }

  delete(request: PermitRequest): void {
    this.#byClass[request.sendClass].delete(request)
  }

  /** Removes the next request and returns it. */
  next(): PermitRequest | undefined {
    const { transactional, workflow, campaign } = this.#byClass
    return transactional.next() ?? workflow.next() ?? campaign.next()
  }
}

class RoundRobin {
  // Projects with waiting requests, the next one first.
  readonly #projects = new Map<string, Set<PermitRequest>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(request: PermitRequest): void {
    const waiting = this.#projects.get(request.projectId)
    if (waiting) waiting.add(request)
    else this.#projects.set(request.projectId, new Set([request]))
    this.#size += 1
  }

  delete(request: PermitRequest): void {
    const waiting = this.#projects.get(request.projectId)
    if (!waiting?.delete(request)) return
    this.#size -= 1
    if (waiting.size === 0) this.#projects.delete(request.projectId)
  }

  next(): PermitRequest | undefined {
    const [waiting] = this.#projects.values()
    if (!waiting) return undefined
    const [request] = waiting
    if (!request) return undefined
    this.delete(request)
    if (waiting.size > 0) {
      // The project goes behind all others.
      this.#projects.delete(request.projectId)
      this.#projects.set(request.projectId, waiting)
    }
    return request
  }
}
