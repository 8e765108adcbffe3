import type { ConsentReading } from './consent-words.js'

/** A name of a column by its words, in lower case and without accents. */
type Words = readonly string[]

// Words that say by themselves that somebody has left, in the languages of the hosted pages. Exports of mailing
// products use them for flags, for times and for reasons: `unsubscribed`, `UNSUB_TIME`, `EMAIL_BLACKLISTED`, `opt-out
// date`.
const LEFT_WORDS = new Set(
  [
    'unsubscribed unsubscribe unsubscribes unsubscription unsub optout optouts optedout blocklisted blocklist blacklisted',
    'blacklist suppressed suppress suppression suppressions cleaned bounced hardbounce hardbounced complained complaint',
    'spamcomplaint spamreported donotcontact donotemail donotmail dnc',
    // Two words, of which the first alone says too little.
    'bounceat bouncedate bouncetime bouncereason bouncetype cleanat cleandate cleantime',
    'abgemeldet abmeldung abmeldedatum ausgetragen gesperrt sperrliste',
    'desabonne desabonnee desabonnement desinscrit desinscrite desinscription',
    'desuscrito desuscripcion debaja desuscrita disiscritto disiscritta disiscrizione',
    'uitgeschreven afgemeld uitschrijfdatum descadastrado descadastro desinscrito wypisany wypisano avregistrerad',
    'avprenumererad',
  ].flatMap((list) => list.split(' ')),
)
// Japanese writes no blanks between words.
const LEFT_PARTS = ['配信停止', '退会', '購読解除']
// These say so only where the name has no word of its own beside them.
const LEFT_NAMES = new Set(['junk', 'spam', 'blocked', 'deleted', 'baja'])

// Names of a state, which may be that of a contact who has left.
const STATE_NAMES = new Set(
  [
    'status statut ステータス 購読状況 購読状態 subscriptionstatus subscriptionstate subscribestatus subscribestate',
    'subscribedstatus memberstatus optinstatus optin optedin consent consentstatus subscribed subscribe accepts',
    'abonniert',
  ].flatMap((list) => list.split(' ')),
)
// `subscribed` and `accepts` are about mail only with one of these words.
const NARROW = new Set(['accepts'])

const MAIL_WORDS = new Set(
  'email e mail mailing marketing newsletter list contact subscriber gdpr current is has was global double'.split(' '),
)
const TIME_WORDS = new Set(['at', 'on', 'date', 'time', 'timestamp', 'datum'])
const REASON_WORDS = new Set([
  'reason',
  'grund',
  'raison',
  'motivo',
  'reden',
  'comment',
  'note',
  'campaign',
  'title',
  'id',
])
// The address of a page is no state, and the other channels are none of ours.
const OTHER_WORDS = new Set([
  'url',
  'link',
  'href',
  'page',
  'token',
  'hash',
  'sms',
  'phone',
  'whatsapp',
  'push',
  'count',
])

/**
 * How the cells of a column of another product tell who is subscribed, by its name; null for a name that tells nothing.
 * `state`: the column may hold any state, such as `status`. `left` and `reason`: it is filled in for those who left.
 */
export function consentReadingOf(name: string): Exclude<ConsentReading, 'answer'> | null {
  const words = wordsOf(name)
  if (words.some((word) => OTHER_WORDS.has(word))) return null
  if (tellsWhoLeft(words)) return words.some((word) => REASON_WORDS.has(word)) ? 'reason' : 'left'
  return tellsState(words) ? 'state' : null
}

function tellsWhoLeft(words: Words): boolean {
  const bare = words.filter((word) => !MAIL_WORDS.has(word) && !TIME_WORDS.has(word)).join('')
  if (LEFT_NAMES.has(bare)) return true
  return words.some((word, position) => {
    const [second = '', third = ''] = words.slice(position + 1, position + 3)
    const runs = [word, word + second, word + second + third]
    return runs.some((run) => LEFT_WORDS.has(run)) || LEFT_PARTS.some((part) => word.includes(part))
  })
}

function tellsState(words: Words): boolean {
  const bare = words.filter((word) => !MAIL_WORDS.has(word)).join('')
  return STATE_NAMES.has(bare) && (!NARROW.has(bare) || words.length > 1)
}

function wordsOf(name: string): Words {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
}
