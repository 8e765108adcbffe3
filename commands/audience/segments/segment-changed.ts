/** The segment was changed or deleted after it was read. Moves by its old condition must not be stored. */
export class SegmentChangedError extends Error {
  override readonly name = 'SegmentChangedError'

  constructor(segmentId: string) {
    super(`Segment ${segmentId} was changed`)
  }
}
