const MEGABYTE = 1024 * 1024

/** The limits of a stored received message. Sizes are in bytes. */
export interface InboundLimits {
  /** The limit of the text, and again of the HTML, in UTF-8. */
  bodyBytes: number
  files: number
  fileBytes: number
  allFilesBytes: number
}

/** The limits for callers that give none. */
export const INBOUND_LIMITS: InboundLimits = {
  bodyBytes: MEGABYTE,
  files: 50,
  fileBytes: 10 * MEGABYTE,
  allFilesBytes: 25 * MEGABYTE,
}

/** The most characters of a stored file name. */
export const MAX_FILE_NAME_LENGTH = 255
/** The most characters of a stored subject: one line of RFC 5322. */
export const MAX_SUBJECT_LENGTH = 998
/** The most mailboxes that are stored of To, and again of Cc. */
export const MAX_MAILBOXES = 500
/** The most characters of a header field that are read for its mailboxes, which is enough for hundreds. */
export const MAX_MAILBOXES_LENGTH = 32 * 1024
/** The most characters of a header field that are read for a file name. Each of its 255 characters may take nine. */
export const MAX_NAMING_LENGTH = 4 * 1024
/** The most characters of a subject that are decoded. Encoded words take at least four times as many as their text. */
export const MAX_ENCODED_SUBJECT_LENGTH = 16 * 1024
/** The most message ids that are stored of References. The latest ones are kept. */
export const MAX_REFERENCES = 100
