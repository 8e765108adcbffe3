/** What a cell says of a contact's subscription; `pending`: it was never confirmed, which is no opt-out. */
export type Consent = 'subscribed' | 'left' | 'pending'

/**
 * How the cells of a column are read: as an answer to "subscribed?", as the state of another product, as an answer to
 * "has left?" or the time of it, or as the reason for it, which is any text.
 */
export type ConsentReading = 'answer' | 'state' | 'left' | 'reason'

// Yes and no in the languages of the hosted pages, with the words that spreadsheets write there for true and false.
// Accents are written without: `plainWord` takes them away.
const YES = words(
  'true yes 1 y on',
  'ja wahr', // de, nl, sv
  'oui vrai', // fr
  'si verdadero', // es, it
  'vero',
  'waar', // nl
  'sim verdadeiro', // pt
  'tak prawda', // pl
  'sant', // sv
  'はい ハイ 真', // ja
)
const NO = words(
  'false no 0 n off',
  'nein falsch',
  'non faux',
  'falso', // es, it, pt
  'nee onwaar',
  'nao',
  'nie fałsz falsz',
  'nej falskt',
  'いいえ イイエ 偽',
)
const SUBSCRIBED = words('subscribed active')
const LEFT = words('unsubscribed inactive')

// What exports of other products write as the state of a contact.
const SUBSCRIBED_STATES = words('confirmed enabled optedin optin')
const LEFT_STATES = words(
  'unsubscribe unsub optedout optout cleaned bounced bounce hardbounced hardbounce softbounced softbounce junk spam',
  'spamcomplaint spamreported complained complaint abuse suppressed blocklisted blacklisted blocked removed deleted',
  'archived disabled invalid undeliverable donotcontact donotemail donotmail globalunsubscribe abgemeldet desabonne',
  'desinscrit disiscritto uitgeschreven descadastrado wypisany avregistrerad 配信停止 退会',
)
const PENDING_STATES = words(
  'pending unconfirmed nonsubscribed notsubscribed neversubscribed transactional unverified notconfirmed',
)

// Where a column tells who has left, these may say that the opt-out is active, or the contact.
const AMBIGUOUS = words('active inactive enabled disabled')
// What stands for "never" where a column tells of the time or the reason of an opt-out.
const NOTHING = words('null none never na n/a nil undefined -')
const ZERO_DATE = /^0000-00-00/
const DATE_LIKE = /^\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}/
const EPOCH = /^\d{9,13}$/

/**
 * Reads a cell, which is trimmed and not blank. Undefined: it says nothing and leaves the state alone; null: it is
 * none of the words, so that the row is bad. Where a column tells who has left, `no` says nothing: it is no consent.
 */
export function readConsent(cell: string, reading: ConsentReading): Consent | undefined | null {
  const word = plainWord(cell)
  if (reading === 'left' || reading === 'reason') return readOptOut(cell, word, reading)
  if (SUBSCRIBED.has(word)) return 'subscribed'
  if (LEFT.has(word)) return 'left'
  if (YES.has(word)) return 'subscribed'
  if (NO.has(word)) return 'left'
  return reading === 'state' ? (stateOf(word) ?? null) : null
}

function readOptOut(cell: string, word: string, reading: 'left' | 'reason'): Consent | undefined | null {
  if (NO.has(word) || NOTHING.has(word) || ZERO_DATE.test(cell)) return undefined
  if (reading === 'reason' || YES.has(word) || DATE_LIKE.test(cell) || EPOCH.test(cell)) return 'left'
  return AMBIGUOUS.has(word) ? null : (stateOf(word) ?? null)
}

function stateOf(word: string): Consent | undefined {
  if (LEFT.has(word) || LEFT_STATES.has(word)) return 'left'
  if (PENDING_STATES.has(word)) return 'pending'
  return SUBSCRIBED.has(word) || SUBSCRIBED_STATES.has(word) ? 'subscribed' : undefined
}

const MAX_WORD_LENGTH = 40

/** A word in lower case without accents, full-width forms, and the blanks, hyphens and underscores inside. */
function plainWord(cell: string): string {
  if (cell.length > MAX_WORD_LENGTH) return ''
  const plain = cell
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
  return plain.length > 1 ? plain.replaceAll(/[\s_-]/g, '') : plain
}

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')))
}
