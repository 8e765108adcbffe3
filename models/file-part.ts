/** A part of a file that a job writes. A slice of the job adds the next parts. */
export interface FilePart {
  _id: string
  projectId: string
  jobId: string
  /** Grows from part to part, with gaps between the slices. */
  position: number
  bytes: Buffer
}

/** The fields of a part in a schema. */
export const FILE_PART = {
  _id: { type: String, required: true },
  projectId: { type: String, required: true },
  jobId: { type: String, required: true },
  position: { type: Number, required: true },
  bytes: { type: Buffer, required: true },
} as const
