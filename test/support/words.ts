/** A list of short texts without spaces, written as one text. */
export const words = (text: string): string[] => text.trim().split(/\s+/)
