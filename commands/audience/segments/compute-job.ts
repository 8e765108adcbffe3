/** The segment of a job and its revision. A job of an older revision ends, because the change has a job of its own. */
export interface ComputeSegmentInput {
  segmentId: string
  revision: number
  /** Whether the members are only counted, because contacts do not store their membership. */
  onlyCounts?: boolean
}

/** How many contacts joined and left. */
export interface ComputeSegmentResult {
  added: number
  removed: number
}
