import type { ConsentReading } from './consent-words.js'

/** The words of a column's name, in lower case and without accents. */
type Words = readonly string[]

// Words for an opt-out, in the languages of the hosted pages. Exports of mailing products use them for flags, for times
// and for reasons: `unsubscribed`, `UNSUB_TIME`, `EMAIL_BLACKLISTED`, `opt-out date`.
const OPT_OUT_WORDS = new Set(
  [
    'unsubscribed unsubscribe unsubscribes unsubscription unsub optout optouts optedout blocklisted blocklist blacklisted',
    'blacklist suppressed suppress suppression suppressions cleaned bounced hardbounce hardbounced complained complaint',
    'spamcomplaint spamreported donotcontact donotemail donotmail dnc',
    // Pairs of words whose first word alone is ambiguous.
    'bounceat bouncedate bouncetime bouncereason bouncetype cleanat cleandate cleantime',
    'abgemeldet abmeldung abmeldedatum ausgetragen gesperrt sperrliste',
    'desabonne desabonnee desabonnement desinscrit desinscrite desinscription',
    'desuscrito desuscripcion debaja desuscrita disiscritto disiscritta disiscrizione',
    'uitgeschreven afgemeld uitschrijfdatum descadastrado descadastro desinscrito wypisany wypisano avregistrerad',
    'avprenumererad',
  ].flatMap((list) => list.split(' ')),
)
// Japanese writes no blanks between words.
const OPT_OUT_PARTS = ['配信停止', '退会', '購読解除']
// Words that mean an opt-out only when the name has no further word with a meaning.
const OPT_OUT_NAMES = new Set(['junk', 'spam', 'blocked', 'deleted', 'baja'])

// Names of a state, which may be the state of an unsubscribed contact.
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
// The address of a page is not a state, and other channels do not concern mail.
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
 * The way to read the subscription from a column of another product, by the name of the column; null for a name without
 * such a meaning. `state`: the column may hold any state, such as `status`. `optOut` and `reason`: the column has
 * values for unsubscribed contacts.
 */
export function consentReadingOf(name: string): Exclude<ConsentReading, 'answer'> | null {
  const words = wordsOf(name)
  if (words.some((word) => OTHER_WORDS.has(word))) return null
  if (isOptOutName(words)) return words.some((word) => REASON_WORDS.has(word)) ? 'reason' : 'optOut'
  return isStateName(words) ? 'state' : null
}

function isOptOutName(words: Words): boolean {
  const bare = words.filter((word) => !MAIL_WORDS.has(word) && !TIME_WORDS.has(word)).join('')
  if (OPT_OUT_NAMES.has(bare)) return true
  return words.some((word, position) => {
    const [second = '', third = ''] = words.slice(position + 1, position + 3)
    const runs = [word, word + second, word + second + third]
    return runs.some((run) => OPT_OUT_WORDS.has(run)) || OPT_OUT_PARTS.some((part) => word.includes(part))
  })
}

function isStateName(words: Words): boolean {
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
