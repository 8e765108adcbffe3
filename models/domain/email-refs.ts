/** A stored message, by its id and its project. */
export interface EmailRef {
  projectId: string
  emailId: string
}

/** Stored messages of one project. */
export interface EmailGroup {
  projectId: string
  emailIds: string[]
}
