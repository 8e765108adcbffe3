// Blanks, quotation marks, brackets, separators and signs of sentences, of all scripts, except those that an address or
// a name may have within.
const ENDS =
  /(?:(?!['’‘‛＇{}.．:!?])[\s\p{Cc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Quotation_Mark}\p{Terminal_Punctuation}\p{Sentence_Terminal}<>＜＞…‥•‣⁃])+/u
// No address begins with these signs, though other punctuation may stand within one.
const BEFORE = /^(?:[.:!?'{}\\|｜]|(?![!-~])\p{P})$/u
// Marks that a text sets around a word, such as the emphasis of Markdown.
const AROUND = /^[*_~`=+#]$/
const ENDS_DOMAIN = /^[\p{L}\p{M}\p{N}]$/u
const AT = /[@＠﹫]/u
const MAILTO = 'mailto:'
/** Beginnings of what looks like an address, but is none of mail. */
const OTHER_SCHEMES = new Set(['acct', 'callto', 'git', 'im', 'matrix', 'sip', 'sips', 'skype', 'ssh', 'xmpp'])
/** The fields of a `mailto:` that have addresses (RFC 6068, 2). */
const RECIPIENTS = new Set(['to', 'cc', 'bcc'])

/** The words of a line that have an `@`, without the signs around them. Each is an address or no address as a whole. */
export function addressWords(line: string): string[] {
  const { rest, quoted } = takeQuoted(line)
  return [...quoted, ...rest.split(ENDS).filter(hasAt).flatMap(wordsIn)]
}

/** Takes quoted local parts, such as `"ann lee"@example.com`, out of a line: their words are parts of one. */
function takeQuoted(line: string): { rest: string; quoted: string[] } {
  const parts = line.split('"')
  const quoted: string[] = []
  const rest = parts.map((part, index) => {
    const isQuoted = index % 2 === 1
    if (isQuoted && parts[index + 1]?.startsWith('@')) return ''
    const local = parts[index - 1]
    if (isQuoted || index < 2 || local === undefined || !part.startsWith('@')) return part
    const [domain = ''] = part.split(ENDS)
    quoted.push(`"${local}"${domain}`)
    return part.slice(domain.length)
  })
  return { rest: rest.join(' '), quoted }
}

function wordsIn(word: string): string[] {
  const mailto = word.toLowerCase().indexOf(MAILTO)
  if (mailto >= 0 && !hasAt(word.slice(0, mailto))) {
    const found = wordsOfMailto(word.slice(mailto + MAILTO.length))
    return found.length > 0 ? found : [word]
  }
  if (word.includes('://')) return [word]
  const parts = word.split(':')
  const first = parts.findIndex(hasAt)
  const isOther = parts.slice(0, first).some((part) => OTHER_SCHEMES.has(part.toLowerCase()))
  const behind = parts.slice(first).filter((part) => part !== '')
  // A word such as `git@example.com:project` is no address, although it begins like one.
  return isOther || !behind.every((part) => hasAt(part) || isMark(part)) ? [word] : behind.filter(hasAt).flatMap(listed)
}

/** The recipients of a `mailto:` (RFC 6068), without its other fields. */
function wordsOfMailto(text: string): string[] {
  const [recipients = '', ...fields] = text.split(/[?&]/)
  const values = fields.flatMap((field) => {
    const [name = '', ...value] = field.split('=')
    return RECIPIENTS.has(name.toLowerCase()) ? [value.join('=')] : []
  })
  return [recipients, ...values]
    .flatMap((value) => decoded(value).split(ENDS))
    .filter(hasAt)
    .flatMap(listed)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Several addresses with a sign between them that a local part may have, but no domain. */
function listed(text: string): string[] {
  const word = withoutSigns(text)
  // A sign right behind a domain separates, and then so does each of its kind.
  // linear: the repetition ends at the sign that follows it.
  if (/@[^@|｜]+[|｜]/u.test(word)) return word.split(/[|｜]/u).filter(hasAt).map(withoutSigns)
  const [local = '', ...parts] = word.split('@')
  const last = parts.pop()
  const between = parts.map((part) => /^([\p{L}\p{M}\p{N}.-]+)[/&／＆](.+)$/su.exec(part))
  if (last === undefined || between.some((match) => match === null)) return [withoutQuery(word)]
  const locals = [local, ...between.map((match) => match?.[2] ?? '')]
  const domains = [...between.map((match) => match?.[1] ?? ''), last]
  return locals.map((one, index) => withoutQuery(`${one}@${domains[index]}`))
}

/** The end of a list in a `mailto:`, which the commas of the list part from its beginning. */
function withoutQuery(word: string): string {
  const [address = '', query = ''] = word.split('?')
  return /^[a-z]{1,20}=/i.test(query) && hasAt(address) ? address : word
}

/** A word without the signs before and behind it. A sign that may begin an address goes if it stands on both sides. */
function withoutSigns(word: string): string {
  const signs = Array.from(word)
  let [start, end] = [0, signs.length]
  while (end > 0 && !ENDS_DOMAIN.test(signs[end - 1] ?? '')) end -= 1
  const behind = new Set(signs.slice(end))
  const isBefore = (sign: string): boolean => BEFORE.test(sign) || (AROUND.test(sign) && behind.has(sign))
  while (start < end && isBefore(signs[start] ?? '')) start += 1
  const bare = signs.slice(start, end).join('')
  // An attribute of HTML: the apostrophe behind the word has its counterpart there.
  const opened = behind.has("'") ? bare.lastIndexOf("='") : -1
  const trimmed = opened < 0 ? bare : bare.slice(opened + 2)
  return hasAt(trimmed) ? trimmed : word
}

function isMark(part: string): boolean {
  return !/[\p{L}\p{N}]/u.test(part)
}

function hasAt(text: string): boolean {
  return AT.test(text)
}
