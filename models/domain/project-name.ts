const MAX_SHOWN_LENGTH = 60
const MAX_DIGITS = 6

// Compatibility composition turns look-alikes into these, such as a full-width dot, a one-dot leader or a full-width @.
const IDEOGRAPHIC_DOTS = /[\u3002\uff61]/gu
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const BLANKS = /\s+/gu
const LINK_LIKE = /@|:\/\/|\/\/|www\.|[\p{L}\p{M}\p{N}]\.[\p{L}\p{M}\p{N}]/iu
const DIGIT = /\p{N}/gu

/**
 * The name of a project for a mail of the installation; null when the mail must not show the name. A tenant chooses the
 * name, but the operator answers for the mail. Mail programs would make addresses, links, domains and telephone numbers
 * in the name clickable, and control and direction characters disguise text.
 */
export function shownProjectName(name: string): string | null {
  const text = name.replaceAll(BLANKS, ' ').replaceAll(INVISIBLE, '').trim()
  if (text === '' || text.length > MAX_SHOWN_LENGTH) return null
  const plain = text.normalize('NFKC').replaceAll(IDEOGRAPHIC_DOTS, '.')
  if (LINK_LIKE.test(plain) || (plain.match(DIGIT)?.length ?? 0) > MAX_DIGITS) return null
  return text
}
