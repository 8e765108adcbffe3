const MAX_SHOWN_LENGTH = 60
const MAX_DIGITS = 6

// Compatibility composition turns look-alikes (a full-width or a one-dot-leader dot, a full-width @) into these.
const IDEOGRAPHIC_DOTS = /[\u3002\uff61]/gu
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const BLANKS = /\s+/gu
const LINK_LIKE = /@|:\/\/|\/\/|www\.|[\p{L}\p{M}\p{N}]\.[\p{L}\p{M}\p{N}]/iu
const DIGIT = /\p{N}/gu

/**
 * The name of a project for a mail of the installation, or null when the mail must not show the name. A tenant chooses
 * the name, and the mail is the operator's: mail programs make addresses, links, domains and telephone numbers in it
 * clickable, and control and direction characters disguise text.
 */
export function shownProjectName(name: string): string | null {
  const text = name.replaceAll(BLANKS, ' ').replaceAll(INVISIBLE, '').trim()
  if (text === '' || text.length > MAX_SHOWN_LENGTH) return null
  const plain = text.normalize('NFKC').replaceAll(IDEOGRAPHIC_DOTS, '.')
  if (LINK_LIKE.test(plain) || (plain.match(DIGIT)?.length ?? 0) > MAX_DIGITS) return null
  return text
}
