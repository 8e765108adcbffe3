import {
  BEFORE_NOUNS,
  BLOCK_LISTS,
  MAILBOX_NOUNS,
  NO_DOMAIN,
  NO_MAILBOX,
  NO_MAILBOX_ALONE,
  OTHER_NOUNS,
  OTHER_OWNERS,
  PROGRAM_OUTPUT,
  REFUSED_MAILBOX,
  RETRY_PLEAS,
  type Phrases,
} from './phrases.js'

/** Stands for an address in the words of a reply. */
const ADDRESS = ' @ '
// The length up to which a reply is read (`readReply`).
const MAX_REPLY_LENGTH = 4_000
// A noun and the words about it are in one sentence, a few words apart.
const MAX_GAP = 56

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>()"']+/gi
const BRACKETED = /<[^<>\s]*>/g
// The reply is bounded by MAX_REPLY_LENGTH.
const MAILBOX = /[^\s<>()"',;:@[\]]+@[^\s<>()"',;:@[\]]+/g
const HOST = /(?<![\w.-])(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+\b/gi
const PATH = /(?<![\w/.])(?:\/[\w.@-]+){2,}/g
const IP_ADDRESS = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g

/** The words of a reply between blanks, ready to be searched, and the links and names that the words omit. */
export interface ReplyWords {
  text: string
  /** Whether the reply consists of little more than a link. */
  isBareLink: boolean
}

/**
 * The words of a reply in lower case, without signs and accents. Addresses, links and names of hosts are omitted, since
 * a local part may be `no-such-user`. The names of block lists in them stay.
 */
export function wordsOf(reply: string): ReplyWords {
  let links = 0
  const text = reply
    .slice(0, MAX_REPLY_LENGTH)
    .replace(LINK, (link) => {
      links += 1
      return ` ${blockListsIn(link)} `
    })
    .replace(BRACKETED, (part) => (part === '<>' || part.includes('@') ? ADDRESS : ` ${blockListsIn(part)} `))
    .replace(PATH, ' file ')
    .replace(MAILBOX, ADDRESS)
    .replace(IP_ADDRESS, ' ')
    .replace(HOST, (host) => ` ${isHost(host) ? blockListsIn(host) : host} `)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@_]+/gu, ' ')
  const words = text.split(' ').filter((word) => word !== '' && !/^\d+$/.test(word))
  // A recipient that is not listed is unknown. A sender that is listed is on a block list.
  return {
    text: ` ${words.join(' ')} `.replaceAll(' not listed ', ' notlisted '),
    isBareLink: links > 0 && words.length <= MAX_WORDS_BESIDE_LINK,
  }
}

const MAX_WORDS_BESIDE_LINK = 4

// A sentence may end without a blank behind it (`not found.Please`), and Microsoft joins words by dots.
function isHost(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase()
}

function blockListsIn(name: string): string {
  const lower = name.toLowerCase()
  return BLOCK_LISTS.filter((list) =>
    list === 'rbl' ? /(?:^|[^a-z])rbl(?:$|[^a-z])/.test(lower) : lower.includes(list),
  ).join(' ')
}

/** Whether the words contain one of the phrases. */
export function hasPhrase({ text }: ReplyWords, phrases: Phrases): boolean {
  return phrases.some((phrase) => text.includes(edged(phrase)))
}

/** Whether the reply says that the mailbox does not exist, or that the server refuses only its address (list M). */
export function saysNoMailbox(words: ReplyWords): boolean {
  if (saysAlone(words) || isNear(words, MAILBOX_NOUNS, NO_MAILBOX)) return true
  if (STATEMENTS.includes(words.text)) return true
  if (saysOfAddress(words)) return true
  return /^ (?:@ )*(?:(?:bounced by destination server|user|recipient|address|mailbox|rcpt) )*(?:rejected|refused) (?:@ )?$/.test(
    words.text,
  )
    ? /(?:@|recipient|address)/.test(words.text)
    : false
}

// Replies that consist of nothing but a statement about the recipient of their command.
const STATEMENTS = [' does not exist ', ' doesn t exist ', ' not found ', ' unknown ', ' no longer valid ']

// A phrase may be the beginning of a statement about another thing: `no such user table`.
function saysAlone({ text }: ReplyWords): boolean {
  return NO_MAILBOX_ALONE.some((phrase) => {
    const at = text.indexOf(edged(phrase))
    return at >= 0 && !isFollowedBy(text, at + edged(phrase).length - 1, OTHER_NOUNS)
  })
}

function isFollowedBy(text: string, from: number, nouns: Phrases): boolean {
  const blank = text.indexOf(' ', from)
  return blank >= 0 && nouns.some((noun) => text.startsWith(edged(noun), blank))
}

/** Whether a program on the receiving server wrote the words, and does not say that there is no mailbox. */
export function isProgramOutput(words: ReplyWords): boolean {
  return hasPhrase(words, PROGRAM_OUTPUT) && !saysAlone(words)
}

/**
 * Whether the words ask to try again, and name no permanent cause before: `no such user, check the address and try
 * again` is advice for a person.
 */
export function pleadsForRetry(words: ReplyWords): boolean {
  const { text } = words
  const places = RETRY_PLEAS.map((phrase) => text.indexOf(edged(phrase))).filter((at) => at >= 0)
  if (places.length === 0) return false
  const before = { ...words, text: text.slice(0, Math.min(...places) + 1) }
  return !(hasPhrase(before, NO_DOMAIN) || (saysNoMailbox(before) && !hasPhrase(before, PASSING_STATES)))
}

const PASSING_STATES: Phrases = [
  'disabled',
  'disable',
  'deactivated',
  'inactive',
  'not active',
  'closed',
  'not available',
]

// An address may be the only noun: `ann@example.com does not exist`.
function saysOfAddress({ text }: ReplyWords): boolean {
  return text
    .split('@')
    .slice(1)
    .some((rest) => {
      const statement = rest.replace(/^ (?:(?:is|was|has been|an|a|this|smtp) )*/, ' ')
      return NO_MAILBOX.some(
        (phrase) =>
          statement.startsWith(edged(phrase)) && (!BEFORE_NOUNS.includes(phrase) || statement === edged(phrase)),
      )
    })
}

/** Whether the reply says that the mailbox accepts no mail, for any reason (list W). */
export function saysRefusedMailbox(words: ReplyWords): boolean {
  return isNear(words, MAILBOX_NOUNS, REFUSED_MAILBOX)
}

function edged(phrase: string): string {
  return phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `
}

function isNear(words: ReplyWords, nouns: Phrases, predicates: Phrases): boolean {
  const predicatePlaces = placesOf(words, predicates)
  if (predicatePlaces.length === 0) return false
  // The last noun of several is what they name: a user table is a table.
  const nounPlaces = placesOf(words, nouns).filter(({ from, to }) => {
    return !isFollowedBy(words.text, to - 1, OTHER_NOUNS) && !isOfOthers(words.text.slice(0, from + 1))
  })
  const otherPlaces = placesOf(words, OTHER_NOUNS)
  return predicatePlaces.some((predicate) => {
    const gap = gapTo(predicate, nounPlaces)
    // A statement is about the nearest noun.
    return gap <= MAX_GAP && gap <= gapTo(predicate, otherPlaces)
  })
}

function isOfOthers(before: string): boolean {
  return OTHER_OWNERS.some((owner) => before.endsWith(edged(owner)))
}

function gapTo({ from, to }: PhrasePlace, places: readonly PhrasePlace[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...places.map((place) => Math.max(from - place.to, place.from - to)))
}

interface PhrasePlace {
  from: number
  to: number
}

function placesOf({ text }: ReplyWords, phrases: Phrases): PhrasePlace[] {
  const places: PhrasePlace[] = []
  for (const phrase of phrases) {
    const needle = edged(phrase)
    for (let at = text.indexOf(needle); at >= 0 && places.length < MAX_PLACES; at = text.indexOf(needle, at + 1)) {
      places.push({ from: at, to: at + needle.length })
    }
  }
  return places
}

// A reply that names a mailbox this often was made to take time.
const MAX_PLACES = 200
