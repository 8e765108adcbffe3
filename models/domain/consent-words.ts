/**
 * The subscription of a contact according to a cell. `pending`: the contact never confirmed, which is not an opt-out.
 */
export type Consent = 'subscribed' | 'unsubscribed' | 'pending'

/**
 * The meaning of a column's cells: an answer to "subscribed?", the state in another product, an answer to "opted out?"
 * or the time of the opt-out, or the reason for the opt-out, which is any text.
 */
export type ConsentReading = 'answer' | 'state' | 'optOut' | 'reason'

// Yes and no in the languages of the hosted pages, and the words of spreadsheets for true and false. The words have no
// accents, because `plainWord` removes accents.
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
const UNSUBSCRIBED = words('unsubscribed inactive')

// The states of contacts in the exports of other products.
const SUBSCRIBED_STATES = words('confirmed enabled optedin optin')
const UNSUBSCRIBED_STATES = words(
  'unsubscribe unsub optedout optout cleaned bounced bounce hardbounced hardbounce softbounced softbounce junk spam',
  'spamcomplaint spamreported complained complaint abuse suppressed blocklisted blacklisted blocked removed deleted',
  'archived disabled invalid undeliverable donotcontact donotemail donotmail globalunsubscribe abgemeldet desabonne',
  'desinscrit disiscritto uitgeschreven descadastrado wypisany avregistrerad 配信停止 退会',
)
const PENDING_STATES = words(
  'pending unconfirmed nonsubscribed notsubscribed neversubscribed transactional unverified notconfirmed',
)

// In a column of opt-outs, these words may mean that the opt-out is active or that the contact is active.
const AMBIGUOUS = words('active inactive enabled disabled')
// Words for "never" in a column with the time or the reason of an opt-out.
const NOTHING = words('null none never na n/a nil undefined -')
const ZERO_DATE = /^0000-00-00/
const DATE_LIKE = /^\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}/
const EPOCH = /^\d{9,13}$/

/**
 * Reads a cell, which is trimmed and not blank. Undefined: the cell means nothing and does not change the state. Null:
 * the cell is none of the words, so the row is bad. In a column of opt-outs `no` means nothing, because it is not
 * consent.
 */
export function readConsent(cell: string, reading: ConsentReading): Consent | undefined | null {
  const word = plainWord(cell)
  if (reading === 'optOut' || reading === 'reason') return readOptOut(cell, word, reading)
  if (SUBSCRIBED.has(word)) return 'subscribed'
  if (UNSUBSCRIBED.has(word)) return 'unsubscribed'
  if (YES.has(word)) return 'subscribed'
  if (NO.has(word)) return 'unsubscribed'
  return reading === 'state' ? (stateOf(word) ?? null) : null
}

function readOptOut(cell: string, word: string, reading: 'optOut' | 'reason'): Consent | undefined | null {
  if (NO.has(word) || NOTHING.has(word) || ZERO_DATE.test(cell)) return undefined
  if (reading === 'reason' || YES.has(word) || DATE_LIKE.test(cell) || EPOCH.test(cell)) return 'unsubscribed'
  return AMBIGUOUS.has(word) ? null : (stateOf(word) ?? null)
}

function stateOf(word: string): Consent | undefined {
  if (UNSUBSCRIBED.has(word) || UNSUBSCRIBED_STATES.has(word)) return 'unsubscribed'
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
