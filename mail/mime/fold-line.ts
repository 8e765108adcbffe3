// RFC 5322, 2.1.1 recommends 78 characters, and RFC 2047, 2 has 76 for lines with encoded words.
const LINE_LENGTH = 76

/**
 * Folds the line of a header at its blanks (RFC 5322, 2.2.3). The first word always stands beside the name: a first
 * line of a name alone is legal, but several readers find the header empty then. No line consists of blanks.
 */
export function foldLine(line: string): string {
  if (line.length <= LINE_LENGTH) return line
  const [name = '', ...words] = line.split(' ')
  let folded = name
  let length = name.length
  for (const [index, word] of words.entries()) {
    const isFold = index > 0 && word !== '' && words[index - 1] !== '' && length + 1 + word.length > LINE_LENGTH
    folded += isFold ? `\r\n ${word}` : ` ${word}`
    length = (isFold ? 0 : length) + 1 + word.length
  }
  return folded
}
