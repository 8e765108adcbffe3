const MEGABYTE = 1024 * 1024

/** What is kept of a received message. Sizes are in bytes. */
export interface InboundLimits {
  /** Of the text and of the HTML, each, in UTF-8. */
  bodyBytes: number
  files: number
  fileBytes: number
  allFilesBytes: number
}

/** What is kept of a received message where the caller says nothing else. */
export const INBOUND_LIMITS: InboundLimits = {
  bodyBytes: MEGABYTE,
  files: 50,
  fileBytes: 10 * MEGABYTE,
  allFilesBytes: 25 * MEGABYTE,
}

/** The characters that are kept of a file name. */
export const MAX_FILE_NAME_LENGTH = 255
/** The characters that are kept of a subject: one line of RFC 5322. */
export const MAX_SUBJECT_LENGTH = 998
/** The mailboxes that are kept of each of To and Cc. */
export const MAX_MAILBOXES = 500
/** The characters of a header field that are read for its mailboxes: those of some hundreds. */
export const MAX_MAILBOXES_LENGTH = 32 * 1024
/** The characters of a header field that are read for a file name: it is kept in 255, each of which may take nine. */
export const MAX_NAMING_LENGTH = 4 * 1024
/** The characters of a subject that are decoded: encoded words take four times as many, and more. */
export const MAX_ENCODED_SUBJECT_LENGTH = 16 * 1024
/** The message ids that are kept of References: the latest ones. */
export const MAX_REFERENCES = 100
