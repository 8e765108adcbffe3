/** The delimiters of the cells of a CSV file. The bar is used only where a line `sep=|` names it. */
export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

// A bar is found in the texts of too many files.
/** The delimiters that a file without such a line may have. */
export const UNNAMED_DELIMITERS = DELIMITERS.filter((delimiter) => delimiter !== '|')

/**
 * The line `sep=` of Excel at the beginning of a file, which names the delimiter. A spreadsheet program that saves such
 * a file again may quote the line and append delimiters.
 */
export const DELIMITER_LINE = /^[\r\n]*"?sep=([^\r\n])"?[,;\t| "]*(?:\r\n|\r|\n|$)/i
/** The limit on the length of that line. */
export const MAX_DELIMITER_LINE = 2_048
